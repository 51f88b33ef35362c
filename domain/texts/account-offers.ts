/** Connecting a record to another account, for the admin, the patient and the old account. */
export const accountOfferTexts = {
  person: {
    title: 'Account of this record',
    lead: (name: string) =>
      `If ${name} has lost the old mailbox and signed up again, connect this record to the new account. Do this only after you have met ${name}.`,
    connect: 'Connect to another account',
    ask: {
      title: (name: string) => `Connect the record of ${name} to another account?`,
      consequence:
        'The owner of the address gets an email and has 72 hours to accept after signing in. Then the record, visits and plans belong to that account. The old account loses this clinic, with any access as a guardian, and is notified.',
      keep: 'Cancel',
      action: 'Send offer',
    },
    email: 'Email address of the new account',
    emailHint: 'Read the address back to the patient: its owner will see the whole record.',
    invalid: 'Please enter a valid email address.',
    ownAddress: 'This is the address of the current account.',
    guardianAddress: 'This address belongs to a guardian of the patient.',
    sent: 'Offer sent',
    sendFailed: 'The offer could not be sent. Please try again.',
    open: (email: string) => `Offered to ${email}, open until`,
    withdraw: 'Withdraw',
    withdrawAsk: {
      title: (email: string) => `Withdraw the offer to ${email}?`,
      consequence: 'The link in the email stops working. The record stays with the current account.',
      keep: 'Keep offer',
      action: 'Withdraw',
    },
    withdrawn: 'Offer withdrawn',
    withdrawFailed: 'The offer could not be withdrawn. Please try again.',
    failed: 'The offers could not be loaded',
    loading: 'Loading the offers',
  },
  own: {
    title: (clinic: string) => `${clinic} offers you your record`,
    lead: (clinic: string) =>
      `${clinic} wants to connect your record to this account. You then find your visits, plans and messages here. Your other account can no longer open this clinic and is notified.`,
    accept: 'Accept and open my record',
    accepted: 'Your record is connected',
    acceptFailed: 'The record could not be connected',
    stranger: 'If you are not a patient of this clinic, ignore this offer. It expires after 72 hours.',
    failed: 'The offer could not be loaded',
  },
  mails: {
    offer: {
      subject: (clinic: string) => `${clinic} offers to connect your account`,
      heading: (clinic: string) => `Connect your account with ${clinic}`,
      lead: (clinic: string) =>
        `${clinic} offers to connect this email address with what it stores for you. Sign in with this address, or create an account with it, and accept the offer.`,
      button: 'Sign in and accept',
      notes: [
        'The offer is valid for 72 hours.',
        'If you do not know this clinic, ignore this email. Nothing changes without your acceptance.',
      ],
    },
    moved: {
      subject: (clinic: string) => `${clinic} is no longer connected to your account`,
      heading: 'Your account was disconnected from a clinic',
      lead: (clinic: string) =>
        `An admin of ${clinic} connected your data there to another account, which accepted it. Your account can no longer open ${clinic}. Nothing else about your account has changed.`,
      button: (clinic: string) => `Open ${clinic}`,
      notes: ['If you did not ask for this, contact the clinic at once.'],
    },
  },
}
