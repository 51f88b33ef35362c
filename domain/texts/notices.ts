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

  planCanceled: {
    subject: (clinic: string, date: string) => `Your plan at ${clinic} ends on ${date}`,
    heading: 'Your plan is canceled',
    lead: (clinic: string, date: string) =>
      `Your plan at ${clinic} ends on ${date}. You can use it until then, and nothing more is charged.`,
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
