import {
  type Summary,
  type SummaryFigure,
  summaryFigures,
  type UserNoticeKind,
} from '../notices/user-notices.ts'

/**
 * Mails about accounts, payments and plans. They name no plan and nothing else about health
 * (docs/domain-rules.md rule 31). Amounts and dates are formatted.
 */
export const noticeTexts = {
  patientJoined: {
    subject: (clinic: string) => `Welcome to ${clinic}`,
    heading: (clinic: string) => `Welcome to ${clinic}`,
    greeting: (name: string) => `Hello ${name},`,
    lead: 'Your account is ready. You can see what the clinic offers, choose a plan, and find your payments and receipts in one place.',
    button: 'Open your account',
    notes: (address: string) => [`Sign in with this address: ${address}`],
  },

  clinicOpened: {
    subject: (clinic: string) => `${clinic} is open on Carefold`,
    heading: 'Your clinic is open',
    greeting: (name: string) => `Hello ${name},`,
    lead: 'Your clinic now has its own address. Before the first member can join, connect your bank account, then write and publish a plan. The dashboard guides you.',
    button: 'Open your dashboard',
    facts: { address: 'Address', join: 'Join page' },
    notes: ['Share the join page once your first plan is published.'],
  },

  paymentReceived: {
    subject: (clinic: string, number: string) => `Your receipt from ${clinic} (${number})`,
    heading: 'Thank you for your payment',
    lead: (clinic: string, amount: string, date: string) =>
      `${clinic} received ${amount} on ${date}. The receipt is attached as a PDF.`,
    button: 'See this payment',
    facts: { amount: 'Amount', date: 'Date', method: 'Paid with', number: 'Receipt' },
    notes: ['All your receipts are in your account, under Billing History.'],
  },

  /** label of the payer's account in the facts of a mail */
  bankAccount: 'Bank account',

  paymentProcessing: {
    subject: (clinic: string) => `Your payment to ${clinic} is on its way`,
    heading: 'Your payment is on its way',
    lead: (clinic: string, amount: string, date: string) =>
      `${amount} leaves your bank account. ${clinic} has it by about ${date}.`,
    later:
      'You receive the receipt once the money has arrived. If your bank refuses the payment, we email you what to do.',
    button: 'See this payment',
    facts: { amount: 'Amount', method: 'Card', date: 'Arrives by about' },
    notes: ['Please leave the amount in your account until then.'],
  },

  paymentFailed: {
    subject: (clinic: string) => `Your payment to ${clinic} did not go through`,
    heading: 'Your payment did not go through',
    lead: (clinic: string, amount: string, date: string) =>
      `${clinic} could not charge ${amount} to your card on ${date}.`,
    leadOfDebit: (clinic: string, amount: string, date: string) =>
      `Your bank did not pay ${amount} to ${clinic}. The debit of your account began on ${date}.`,
    reasons: {
      account_closed: 'The bank says that the account is closed.',
      no_account: 'The bank cannot find the account.',
      debit_not_authorized: 'The bank does not allow debits of this account.',
      expired_card: 'The card has expired.',
      insufficient_funds: 'The bank says that the account does not have enough money.',
      authentication_required: 'Your bank asks you to confirm the payment.',
      other: 'The bank declined the card.',
    },
    nextAttempt: (date: string) =>
      `We will retry the card on ${date}. You can also pay now, with this or another card.`,
    noNextAttempt: 'We will not retry the card. Please pay now, with this or another card.',
    noSecondDebit:
      'This account is not debited again for this payment. Please pay now with a card, or add a card or another bank account under Payment Methods.',
    grace: (date: string) => `You can continue to use your plan until ${date}.`,
    button: (amount: string) => `Pay ${amount}`,
    facts: { amount: 'Amount due', method: 'Card', next: 'Next retry' },
    notes: ['If you have paid in the meantime, you do not need to do anything.'],
    unconfirmed: (clinic: string) =>
      `You receive this email because this address was entered at ${clinic} and is not confirmed yet. If you did not enter it, ignore this email.`,
  },

  invoiceDue: {
    subject: (clinic: string, number: string) => `Invoice ${number} from ${clinic}`,
    headings: {
      later: 'You have a new invoice',
      soon: 'Your invoice is due soon',
      today: 'Your invoice is due today',
      overdue: 'Your invoice is overdue',
    },
    leads: {
      later: (clinic: string, amount: string, date: string) =>
        `${clinic} sent you an invoice of ${amount}. It is due by ${date}.`,
      soon: (clinic: string, amount: string, date: string) =>
        `An invoice of ${amount} from ${clinic} is due by ${date}.`,
      today: (clinic: string, amount: string) => `An invoice of ${amount} from ${clinic} is due today.`,
      overdue: (clinic: string, amount: string, date: string) =>
        `An invoice of ${amount} from ${clinic} was due by ${date} and is still open.`,
    },
    button: (amount: string) => `Pay ${amount}`,
    facts: { number: 'Invoice', amount: 'Amount due', due: 'Due by' },
    notes: ['If you have paid in the meantime, you do not need to do anything.'],
  },

  credit: {
    subject: (clinic: string) => `Your credit at ${clinic}`,
    given: {
      heading: 'You have a credit',
      lead: (clinic: string, amount: string) => `${clinic} gave you a credit of ${amount}.`,
    },
    takenBack: {
      heading: 'Your credit has changed',
      lead: (clinic: string) => `${clinic} took back a credit that no invoice had used yet.`,
    },
    how: 'A credit reduces your next invoices until it is used.',
    left: 'Your credit now',
    button: 'Open Billing',
  },

  refundGiven: {
    subject: (clinic: string) => `${clinic} has refunded you`,
    heading: 'Your refund',
    lead: (clinic: string, amount: string, date: string) => `${clinic} refunded ${amount} to you on ${date}.`,
    how: 'The refund goes to the card you paid with. Banks take up to ten days to show it.',
    howToBank: 'The refund goes to the bank account you paid from. Banks take up to ten days to show it.',
    button: 'See this payment',
    facts: { amount: 'Amount', method: 'Card' },
    notes: ['If you download the receipt of the payment again, it shows the refund.'],
  },

  refundFailed: {
    subject: (clinic: string) => `A refund from ${clinic} did not arrive`,
    heading: 'The refund did not arrive',
    lead: (clinic: string, amount: string) =>
      `Your bank did not accept a refund of ${amount} from ${clinic}. The card may be closed.`,
    leadOfBank: (clinic: string, amount: string) =>
      `Your bank did not accept a refund of ${amount} from ${clinic}. The account may be closed.`,
    how: (clinic: string) => `${clinic} has been notified and will contact you to pay you another way.`,
    button: 'See this payment',
    facts: { amount: 'Amount', method: 'Card' },
    notes: [],
  },

  cardExpiring: {
    subject: (clinic: string) => `Your card for ${clinic} is about to expire`,
    heading: 'Your card is about to expire',
    lead: (clinic: string, card: string, date: string) =>
      `${clinic} charges your plan to ${card}. The card is valid until ${date}.`,
    what: 'Add another card before then to continue your plan without a break. Many banks renew cards automatically; in that case, you do not need to do anything.',
    card: 'your card',
    button: 'Update your card',
    facts: { method: 'Card', until: 'Valid until' },
    notes: ['If you have changed your card in the meantime, you do not need to do anything.'],
  },

  planCanceled: {
    subject: (clinic: string, date: string) => `Your plan at ${clinic} ends on ${date}`,
    heading: 'Your plan is canceled',
    lead: (clinic: string, date: string) =>
      `Your plan at ${clinic} ends on ${date}. You can use it until then, and nothing more is charged.`,
    leadWhileOpen: (clinic: string, date: string, amount: string) =>
      `Your plan at ${clinic} ends on ${date}. ${amount} for the time until then is still open and will be charged. After that, nothing more is charged.`,
    undo: (date: string) =>
      `Changed your mind? You can keep your plan until ${date}, with one click and at no cost.`,
    button: 'Keep your plan',
    facts: { until: 'Active until' },
    notes: ['Your receipts stay in your account.', 'If you did not request this, please contact the clinic.'],
    notesWhenRemoved: ['If you have questions, please contact the clinic.'],
  },

  planEnded: {
    subject: (clinic: string) => `Your plan at ${clinic} has ended`,
    heading: 'Your plan has ended',
    lead: (clinic: string, date: string) =>
      `Your plan at ${clinic} ended on ${date}. Your card is not charged any more.`,
    unpaid: (clinic: string, amount: string) =>
      `The last payment did not go through: ${amount} is still open. You can pay it in your account, or contact ${clinic}.`,
    again: 'You can choose a plan again at any time.',
    button: 'See your account',
    facts: { ended: 'Ended on' },
    notes: ['Your receipts stay in your account.'],
  },

  planChange: {
    subject: (clinic: string) => `Your plan at ${clinic}`,
    headings: {
      household: 'The people on your plan have changed',
      plan: 'Your plan has changed',
      pause: 'Your plan is paused',
      resume: 'Your plan continues',
      leave: 'Your plan has ended',
      price: 'Your plan has a new price',
    },
    headingsComing: {
      household: 'The people on your plan will change',
      plan: 'Your plan will change',
      pause: 'Your plan will be paused',
      resume: 'Your plan continues soon',
      leave: 'Your plan will end',
      price: 'The price of your plan changes',
    },
    done: {
      household: (clinic: string, date: string) =>
        `The people covered by your plan at ${clinic} changed on ${date}.`,
      plan: (clinic: string, date: string) => `Your plan at ${clinic} changed on ${date}.`,
      pause: (clinic: string, date: string) =>
        `Your plan at ${clinic} was paused on ${date}. Nothing is charged until it continues.`,
      resume: (clinic: string, date: string) => `Your plan at ${clinic} continued on ${date}.`,
      leave: (clinic: string, date: string) =>
        `Your plan at ${clinic} ended on ${date}. Nothing more is charged.`,
      price: (clinic: string, date: string) => `Your plan at ${clinic} has a new price from ${date}.`,
    },
    coming: {
      household: (clinic: string, date: string) =>
        `The people covered by your plan at ${clinic} change on ${date}.`,
      plan: (clinic: string, date: string) => `Your plan at ${clinic} changes on ${date}.`,
      pause: (clinic: string, date: string) => `Your plan at ${clinic} is paused from ${date}.`,
      resume: (clinic: string, date: string) =>
        `Your plan at ${clinic} continues on ${date}. You are charged on that day.`,
      leave: (clinic: string, date: string) => `Your plan at ${clinic} ends on ${date}.`,
      price: (clinic: string, date: string) =>
        `${clinic} changes the price of your plan on ${date}. Until then, you pay the current price.`,
    },
    prices: (from: string, to: string) => `It changes from ${from} to ${to}.`,
    charged: (amount: string) => `${amount} is charged to your card or bank account.`,
    credited: (amount: string) => `${amount} is credited to your next payments.`,
    kept: (amount: string) => `${amount} for the unused time is credited when your plan continues.`,
    givenBack: (amount: string) =>
      `${amount} is refunded to the card or account you paid with. Banks take up to ten days to show it.`,
    waived: (amount: string) => `The open amount of ${amount} is not collected.`,
    missing: (amount: string, clinic: string) =>
      `${amount} could not be refunded to you. ${clinic} has been notified and will contact you.`,
    undo: (date: string) => `You can change your mind until ${date}, on your payments page.`,
    from: 'From',
    button: 'See your plan',
    notes: ['If you did not expect this, please contact the clinic.'],
  },

  planChangeWaits: {
    subject: (clinic: string) => `Your request to ${clinic} is recorded`,
    heading: 'Your request is recorded',
    lead: (clinic: string, date: string) =>
      `We recorded a change of your plan at ${clinic} on ${date}. It is not in effect yet, because the clinic’s payments account cannot be reached.`,
    until:
      'Until it is in effect, you may be charged as before. Carefold retries and emails you when it is done.',
    clinic: (clinic: string) =>
      `${clinic} is notified too. If you are charged in the meantime, ask the clinic for a refund.`,
    button: 'See your plan',
    facts: { since: 'Recorded on' },
  },

  childPrice: {
    subject: (clinic: string, date: string) => `Your price at ${clinic} changes on ${date}`,
    heading: 'A birthday changes your price',
    lead: (clinic: string, date: string) =>
      `A child you pay for at ${clinic} becomes too old for the child price. From ${date}, the adult price applies.`,
    prices: (from: string, to: string) => `You then pay ${to} in total, instead of ${from}.`,
    from: 'From',
    button: 'See your plan',
    notes: ['You can change the people on your plan at any time.'],
  },

  renewal: {
    subject: (clinic: string, date: string) => `Your plan at ${clinic} renews on ${date}`,
    heading: 'Your year is almost over',
    lead: (clinic: string, date: string) =>
      `You pay for your plan at ${clinic} by the year. It renews on ${date}, and you are charged on that day.`,
    leadInvoiced: (clinic: string, date: string) =>
      `You pay for your plan at ${clinic} by the year. It renews on ${date}, and you get an invoice on that day.`,
    price: (amount: string) =>
      `The price for the next year is ${amount}. Tax, any valid coupon and any credit are applied as before.`,
    cancel: (date: string) => `If you do not want another year, cancel on your payments page before ${date}.`,
    renews: 'Renews on',
    amount: 'Price of a year',
    button: 'See your plan',
    notes: ['If you want to keep your plan, you do not need to do anything.'],
  },

  somethingNew: {
    /** also the subject */
    headings: {
      patient_message: (clinic: string) => `${clinic} wrote to you`,
      patient_update: (clinic: string) => `${clinic} has news for you`,
      patient_reminder: (clinic: string) => `A reminder from ${clinic}`,
      plan_summary: () => 'A summary of your plan’s month is ready',
    },
    leads: {
      patient_message: 'Sign in to read the message.',
      patient_update: 'Sign in to see what is new.',
      patient_reminder: 'Sign in to read the reminder.',
      plan_summary: 'Sign in to read it.',
    },
    buttons: {
      patient_message: 'Read the message',
      patient_update: 'See what is new',
      patient_reminder: 'Read the reminder',
      plan_summary: 'Read the summary',
    },
    notes: ['You can choose how your clinic contacts you in your profile.'],
    insteadOfText:
      'You chose text messages. Your clinic does not send them at the moment, so we sent this email.',
  },

  invitationAccepted: {
    subject: (clinic: string) => `Your invitation to ${clinic} was accepted`,
    heading: 'Your invitation was accepted',
    team: (name: string, clinic: string, role: string) => `${name} has joined ${clinic} as ${role}.`,
    roles: { admin: 'an admin', staff: 'staff', member: 'staff' },
    someone: (clinic: string) => `A person you invited has joined ${clinic}. Sign in to see the name.`,
    button: 'See who has joined',
    notes: ['You get this email because you sent the invitation.'],
  },
}

const counted = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`

const figureTexts: Record<SummaryFigure, (count: number) => string> = {
  appointments: counted('booking today', 'bookings today'),
  tasksDue: counted('task due today', 'tasks due today'),
  tasksOverdue: counted('task overdue', 'tasks overdue'),
  unread: counted('unread notice', 'unread notices'),
  failedPayments: counted('failed payment', 'failed payments'),
}

/** "3 bookings today", "1 task overdue"; without zeros. */
export function summaryLines(figures: Summary): string[] {
  return summaryFigures.flatMap((figure) => {
    const count = figures[figure] ?? 0
    return count > 0 ? [figureTexts[figure](count)] : []
  })
}

/** The bell, its list, and the mails about new notices. */
export const userNoticeTexts = {
  title: 'Notices',
  open: (unread: number, most: number) =>
    unread === 0 ? 'Notices' : `Notices, ${unread > most ? `more than ${most}` : unread} unread`,
  badge: (unread: number, most: number) => (unread > most ? `${most}+` : String(unread)),
  unread: 'Unread',
  toUnread: (unread: number, most: number) =>
    unread === 1
      ? 'Open 1 unread notice'
      : `Open ${unread > most ? `more than ${most}` : unread} unread notices`,
  markAll: 'Mark all as read',
  markFailed: 'The notices could not be marked as read',
  all: 'All notices',
  more: 'Show older notices',
  choose: 'Choose your notices',
  empty: { title: 'Nothing new', text: 'Events at the clinic that concern you are listed here.' },
  failed: 'Your notices could not be loaded',
  loading: 'Loading your notices',
  keptFor: (days: number) => `Notices are deleted after ${days} days.`,
  somebody: 'A patient',

  /** @param about the patient's name where the reader may see it */
  kinds: {
    message_received: (about: string) => `${about} has written a message`,
    appointment_booked: (about: string) => `A visit of ${about} was booked`,
    appointment_requested: (about: string) => `${about} has asked for a visit`,
    appointment_moved: (about: string) => `A visit of ${about} was moved`,
    appointment_handed_over: (about: string) => `A visit of ${about} has another provider`,
    appointment_canceled: (about: string) => `A visit of ${about} was canceled`,
    patient_joined: (about: string) => `${about} has joined the clinic`,
    invitation_accepted: () => 'A person you invited has joined',
    plan_canceled: (about: string) => `${about} has canceled a plan`,
    plan_ended: (about: string) => `A plan of ${about} has ended`,
    plan_change_waits: (about: string) =>
      `A plan of ${about} could not be ended or changed at Stripe: check your payments account`,
    charged_after_end: (about: string) => `${about} was charged for a plan after its end: refund the payment`,
    payment_waived: (about: string) => `A plan of ${about} has ended, and the open amount is not collected`,
    task_assigned: () => 'A task was assigned to you',
    daily_summary: () => 'Your day',
    payment_failed: (about: string) => `A payment of ${about} did not go through`,
    refund_refused: (about: string) => `A refund to ${about} was refused: pay it another way`,
    refund_failed: (about: string) => `A refund to ${about} did not arrive: pay it another way`,
    dispute_opened: (about: string) => `${about} disputes a payment: answer before the deadline`,
    dispute_lost: (about: string) => `A disputed payment of ${about} was lost`,
    dispute_won: (about: string) => `A disputed payment of ${about} was won`,
    payouts_blocked: () => 'Your bank account needs attention before payments can continue',
    payout_failed: () => 'Your bank refused a payout. Check the bank account at Stripe',
    commission_failed: () => 'A payment of the clinic to Carefold did not go through',
    records_merged: (about: string) => `A duplicate record was merged into the record of ${about}`,
    records_parted: (about: string) => `A merged record was split from the record of ${about} again`,
    security_changed: () => 'The team’s sign-in rules were changed',
    sso_domain_missing: () => 'The DNS record of a single sign-on domain is missing: add it again',
    sso_domain_lost: () => 'Single sign-on has stopped for a domain without its DNS record',
    webhook_off: () => 'A webhook was switched off, because its program no longer accepts events',
    calendar_disconnected: () => 'Your own calendar is no longer read: connect it again',
  } satisfies Record<UserNoticeKind, (about: string) => string>,

  /** below a notice about a visit: its present time and provider */
  visit: {
    at: (when: string, provider: string | null) => (provider ? `${when}, with ${provider}` : when),
    now: (when: string, provider: string | null) =>
      provider ? `Now ${when}, with ${provider}` : `Now ${when}`,
    canceledSince: 'Canceled since',
  },

  mail: {
    subject: (clinic: string) => `New notices at ${clinic}`,
    heading: 'You have new notices',
    lead: (count: number, clinic: string) =>
      count === 1
        ? `You have a new notice at ${clinic}. Sign in to read it.`
        : `You have ${count} new notices at ${clinic}. Sign in to read them.`,
    button: 'See your notices',
    buttonOfOne: 'See what happened',
    why: (link: string) => `You have chosen to get these notices by email. Change it here: ${link}`,
  },

  summary: {
    subject: (clinic: string, day: string) => `Your day at ${clinic}: ${day}`,
    heading: (day: string) => `Your day, ${day}`,
    button: 'Open today',
  },
}

/** Where to write, at the end of a clinic's mail. */
export const replyTexts = {
  goTo: (address: string) => `Replies go to ${address}.`,
  unread: 'Please do not reply to this email.',
  patient: (clinic: string, phone: string | null) =>
    phone
      ? `Sign in and write to ${clinic} under Messages, or call ${phone}.`
      : `Sign in and write to ${clinic} under Messages.`,
  other: (clinic: string, phone: string | null) =>
    phone ? `To reach ${clinic}, call ${phone}.` : `${clinic} does not read replies.`,
} as const
