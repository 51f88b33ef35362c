import {
  type Summary,
  type SummaryFigure,
  summaryFigures,
  type UserNoticeKind,
} from '../notices/user-notices.ts'

/**
 * Mails about what has happened: a welcome, a receipt, a failed payment, a plan that ends. They name no plan and nothing
 * else that says something about somebody's health (docs/domain-rules.md rule 31). Amounts and dates come formatted.
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
    lead: 'Your clinic has its own address now. What is left before the first member can join: connect your bank account, write a plan, and publish it. The dashboard leads you through it.',
    button: 'Open your dashboard',
    facts: { address: 'Address', join: 'Join page' },
    notes: ['Share the join page once your first plan is published.'],
  },

  paymentReceived: {
    subject: (clinic: string, number: string) => `Your receipt from ${clinic} (${number})`,
    heading: 'Thank you for your payment',
    lead: (clinic: string, amount: string, date: string) =>
      `${clinic} received ${amount} on ${date}. The receipt is attached as a PDF.`,
    button: 'See your payments',
    facts: { amount: 'Amount', date: 'Date', method: 'Paid with', number: 'Receipt' },
    notes: ['All your receipts are in your account, under Billing History.'],
  },

  paymentFailed: {
    subject: (clinic: string) => `Your payment to ${clinic} did not go through`,
    heading: 'Your payment did not go through',
    lead: (clinic: string, amount: string, date: string) =>
      `${clinic} could not charge ${amount} to your card on ${date}.`,
    reasons: {
      expired_card: 'The card has expired.',
      insufficient_funds: 'The bank says that the account does not have enough money.',
      authentication_required: 'The bank wants you to confirm the payment yourself.',
      other: 'The bank declined the card.',
    },
    nextAttempt: (date: string) =>
      `We try the card again on ${date}. You can also pay now, with this or another card.`,
    noNextAttempt: 'The card is not tried again by itself. Please pay now, with this or another card.',
    grace: (date: string) => `You can use your plan until ${date} in the meantime.`,
    button: (amount: string) => `Pay ${amount}`,
    facts: { amount: 'Amount due', method: 'Card', next: 'Next try' },
    notes: ['If you have paid in the meantime, there is nothing to do.'],
  },

  refundGiven: {
    subject: (clinic: string) => `${clinic} has given money back to you`,
    heading: 'Money is on its way to you',
    lead: (clinic: string, amount: string, date: string) =>
      `${clinic} gave ${amount} back to you on ${date}.`,
    how: 'It goes to the card you paid with. Banks take up to ten days to show it.',
    button: 'See your payments',
    facts: { amount: 'Amount', method: 'Card' },
    notes: ['The receipt of the payment says so too when you download it again.'],
  },

  refundFailed: {
    subject: (clinic: string) => `Money from ${clinic} did not arrive`,
    heading: 'The refund did not arrive',
    lead: (clinic: string, amount: string) =>
      `Your bank did not accept ${amount} that ${clinic} gave back to you. The card may be closed.`,
    how: (clinic: string) =>
      `${clinic} has been told, and will get in touch with you to settle it another way.`,
    button: 'See your payments',
    facts: { amount: 'Amount', method: 'Card' },
    notes: [],
  },

  cardExpiring: {
    subject: (clinic: string) => `Your card for ${clinic} is about to expire`,
    heading: 'Your card is about to expire',
    lead: (clinic: string, card: string, date: string) =>
      `${clinic} charges your plan to ${card}. The card is good until ${date}.`,
    what: 'Add another card before then, and your plan goes on without a break. Many banks renew a card by themselves; in that case there is nothing to do.',
    card: 'your card',
    button: 'Update your card',
    facts: { method: 'Card', until: 'Good until' },
    notes: ['If you have changed your card in the meantime, there is nothing to do.'],
  },

  planCanceled: {
    subject: (clinic: string, date: string) => `Your plan at ${clinic} ends on ${date}`,
    heading: 'Your plan is canceled',
    lead: (clinic: string, date: string) =>
      `Your plan at ${clinic} ends on ${date}. You can use it until then, and nothing more is charged.`,
    leadWhileOpen: (clinic: string, date: string, amount: string) =>
      `Your plan at ${clinic} ends on ${date}. ${amount} for the time until then is open and is still charged. After that, nothing more is charged.`,
    undo: (date: string) =>
      `Changed your mind? You can keep your plan until ${date}, with one click and at no cost.`,
    button: 'Keep your plan',
    facts: { until: 'Active until' },
    notes: [
      'Your receipts stay in your account.',
      'If you did not ask for this, get in touch with the clinic.',
    ],
    notesWhenRemoved: ['If you have questions, get in touch with the clinic.'],
  },

  planEnded: {
    subject: (clinic: string) => `Your plan at ${clinic} has ended`,
    heading: 'Your plan has ended',
    lead: (clinic: string, date: string) =>
      `Your plan at ${clinic} ended on ${date}. Nothing more is charged.`,
    unpaid: 'The last payment did not go through.',
    again: 'You can choose a plan again at any time.',
    button: 'See your account',
    facts: { ended: 'Ended on' },
    notes: ['Your receipts stay in your account.'],
  },

  planChange: {
    subject: (clinic: string) => `Your plan at ${clinic}`,
    headings: {
      household: 'Your plan covers other people now',
      plan: 'Your plan has changed',
      pause: 'Your plan is paused',
      resume: 'Your plan goes on',
      leave: 'Your plan has ended',
      price: 'Your plan has a new price',
    },
    headingsComing: {
      household: 'Your plan will cover other people',
      plan: 'Your plan will change',
      pause: 'Your plan will be paused',
      resume: 'Your plan goes on soon',
      leave: 'Your plan will end',
      price: 'The price of your plan changes',
    },
    done: {
      household: (clinic: string, date: string) =>
        `Since ${date} your plan at ${clinic} covers other people.`,
      plan: (clinic: string, date: string) => `You have another plan at ${clinic} since ${date}.`,
      pause: (clinic: string, date: string) =>
        `Your plan at ${clinic} is paused since ${date}. Nothing is charged until it goes on.`,
      resume: (clinic: string, date: string) => `Your plan at ${clinic} goes on since ${date}.`,
      leave: (clinic: string, date: string) =>
        `Your plan at ${clinic} ended on ${date}. Nothing more is charged.`,
      price: (clinic: string, date: string) => `Your plan at ${clinic} has a new price from ${date} on.`,
    },
    coming: {
      household: (clinic: string, date: string) => `From ${date} your plan at ${clinic} covers other people.`,
      plan: (clinic: string, date: string) => `From ${date} you have another plan at ${clinic}.`,
      pause: (clinic: string, date: string) => `Your plan at ${clinic} is paused from ${date} on.`,
      resume: (clinic: string, date: string) =>
        `Your plan at ${clinic} goes on on ${date}. Your card is charged on that day.`,
      leave: (clinic: string, date: string) => `Your plan at ${clinic} ends on ${date}.`,
      price: (clinic: string, date: string) =>
        `${clinic} changes the price of your plan from ${date} on. Until then you pay what you paid so far.`,
    },
    prices: (from: string, to: string) => `It was ${from}, and will be ${to}.`,
    charged: (amount: string) => `${amount} was charged to your card.`,
    credited: (amount: string) => `${amount} is taken off your next payments.`,
    kept: (amount: string) => `${amount} for the time you did not use is taken off when your plan goes on.`,
    givenBack: (amount: string) =>
      `${amount} goes back to the card you paid with. Banks take up to ten days to show it.`,
    waived: (amount: string) => `${amount} that was open is not collected.`,
    missing: (amount: string, clinic: string) =>
      `${amount} could not be given back to your card. ${clinic} has been told, and will get in touch with you.`,
    undo: (date: string) => `You can change your mind until ${date}, on your payments page.`,
    from: 'From',
    button: 'See your plan',
    notes: ['If you did not expect this, get in touch with the clinic.'],
  },

  planChangeWaits: {
    subject: (clinic: string) => `Your request to ${clinic} is recorded`,
    heading: 'Your request is recorded',
    lead: (clinic: string, date: string) =>
      `On ${date} a change of your plan at ${clinic} was recorded. It is not in effect yet, because the clinic’s payments account cannot be reached.`,
    until:
      'Until it is in effect, your card may be charged as before. Carefold retries, and mails you as soon as it is done.',
    clinic: (clinic: string) =>
      `${clinic} is notified too. If your card is charged in the meantime, ask the clinic to give the money back.`,
    button: 'See your plan',
    facts: { since: 'Recorded on' },
  },

  childPrice: {
    subject: (clinic: string, date: string) => `What you pay ${clinic} changes on ${date}`,
    heading: 'A price follows a birthday',
    lead: (clinic: string, date: string) =>
      `Somebody you pay for at ${clinic} will have outgrown the price for children. From ${date} they pay an adult’s price.`,
    prices: (from: string, to: string) => `Altogether you pay ${to} then, instead of ${from}.`,
    from: 'From',
    button: 'See your plan',
    notes: ['You can change whom your plan covers at any time.'],
  },

  renewal: {
    subject: (clinic: string, date: string) => `Your plan at ${clinic} renews on ${date}`,
    heading: 'Your year is almost over',
    lead: (clinic: string, date: string) =>
      `You pay for your plan at ${clinic} by the year. It renews on ${date}, and your card is charged on that day.`,
    price: (amount: string) =>
      `The price of the next year is ${amount}. Tax, and a coupon that still counts, are applied as before.`,
    cancel: (date: string) => `If you do not want another year, cancel on your payments page before ${date}.`,
    renews: 'Renews on',
    amount: 'Price of a year',
    button: 'See your plan',
    notes: ['Nothing needs to be done if you want to keep it.'],
  },

  somethingNew: {
    subjects: {
      patient_message: 'You have a new message from your clinic',
      patient_update: 'There is news from your clinic',
      patient_reminder: 'You have a reminder from your clinic',
    },
    leads: {
      patient_message: 'You have a new message from your clinic. Sign in.',
      patient_update: 'There is news for you from your clinic. Sign in.',
      patient_reminder: 'You have a reminder from your clinic. Sign in.',
    },
    button: 'Sign in',
    notes: ['You can choose how you hear from your clinic on your profile.'],
    insteadOfText:
      'You chose text messages. Your clinic does not send them at present, so this comes by email.',
  },

  invitationAccepted: {
    subject: (clinic: string) => `Your invitation to ${clinic} was accepted`,
    heading: 'Your invitation was accepted',
    team: (name: string, clinic: string, role: string) => `${name} has joined ${clinic} as ${role}.`,
    roles: { admin: 'an admin', staff: 'staff', member: 'a member' },
    someone: (clinic: string) => `Somebody you invited has joined ${clinic}. Sign in to see who it is.`,
    button: 'See who has joined',
    notes: ['You get this mail because you sent the invitation.'],
  },
}

const counted = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`

const figureTexts: Record<SummaryFigure, (count: number) => string> = {
  appointments: counted('booking today', 'bookings today'),
  tasksDue: counted('task due today', 'tasks due today'),
  tasksOverdue: counted('task overdue', 'tasks overdue'),
  unread: counted('unread notice', 'unread notices'),
  failedPayments: counted('payment to look after', 'payments to look after'),
}

/** "3 visits today", "1 task overdue": what a summary says, without zeros. */
export function summaryLines(figures: Summary): string[] {
  return summaryFigures.flatMap((figure) => {
    const count = figures[figure] ?? 0
    return count > 0 ? [figureTexts[figure](count)] : []
  })
}

/** The bell, its list, and the mails that say that there is something. */
export const userNoticeTexts = {
  title: 'Notices',
  open: (unread: number, most: number) =>
    unread === 0 ? 'Notices' : `Notices, ${unread > most ? `more than ${most}` : unread} unread`,
  badge: (unread: number, most: number) => (unread > most ? `${most}+` : String(unread)),
  unread: 'Unread',
  markAll: 'Mark all as read',
  markFailed: 'The notices could not be marked as read',
  all: 'All notices',
  more: 'Show older notices',
  choose: 'Choose what you hear of',
  empty: { title: 'Nothing new', text: 'What happens at the clinic and concerns you is listed here.' },
  failed: 'Your notices could not be loaded',
  loading: 'Loading your notices',
  keptFor: (days: number) => `Notices are kept for ${days} days.`,
  somebody: 'A patient',

  /** @param about the patient's name where the reader may see it */
  kinds: {
    message_received: (about: string) => `${about} has written a message`,
    appointment_booked: (about: string) => `${about} has booked a visit`,
    appointment_moved: (about: string) => `A visit of ${about} was moved`,
    appointment_canceled: (about: string) => `A visit of ${about} was canceled`,
    patient_joined: (about: string) => `${about} has joined the clinic`,
    invitation_accepted: () => 'Somebody you invited has joined',
    plan_canceled: (about: string) => `${about} has canceled a plan`,
    plan_ended: (about: string) => `A plan of ${about} has ended`,
    plan_change_waits: (about: string) =>
      `A plan of ${about} could not be ended or changed at Stripe: check your payments account`,
    charged_after_end: (about: string) =>
      `${about} was charged for a plan after its end: give the money back`,
    payment_waived: (about: string) => `A plan of ${about} has ended, and what was open is not collected`,
    task_assigned: () => 'A task was assigned to you',
    daily_summary: () => 'Your day',
    payment_failed: (about: string) => `A payment of ${about} did not go through`,
    refund_refused: (about: string) => `Money due to ${about} could not be given back: settle it yourself`,
    refund_failed: (about: string) => `A refund to ${about} did not arrive: settle it another way`,
    dispute_opened: (about: string) => `${about} disputes a payment: answer before the deadline`,
    dispute_lost: (about: string) => `A disputed payment of ${about} was lost`,
    dispute_won: (about: string) => `A disputed payment of ${about} was won`,
    payouts_blocked: () => 'Your bank account needs attention before payments can go on',
    commission_failed: () => 'A payment of the clinic to Carefold did not go through',
    records_merged: (about: string) => `A second record became part of ${about}’s`,
    records_parted: (about: string) => `A merged record was parted from ${about}’s again`,
    security_changed: () => 'How the team signs in was changed',
    sso_domain_missing: () => 'The DNS record of a single sign-on domain is missing: put it back',
    sso_domain_lost: () => 'Single sign-on has stopped for a domain whose DNS record is missing',
  } satisfies Record<UserNoticeKind, (about: string) => string>,

  mail: {
    subject: (clinic: string) => `Something new at ${clinic}`,
    heading: 'There is something new',
    lead: (count: number, clinic: string) =>
      count === 1
        ? `There is a new notice for you at ${clinic}. Sign in to read it.`
        : `There are ${count} new notices for you at ${clinic}. Sign in to read them.`,
    button: 'See your notices',
    why: (link: string) => `You have chosen to hear of this by email. Change it here: ${link}`,
  },

  summary: {
    subject: (clinic: string, day: string) => `Your day at ${clinic}: ${day}`,
    heading: (day: string) => `Your day, ${day}`,
    button: 'Open today',
  },
}
