/** Closing a clinic: Settings, Your data, and the mails about it. */
export const clinicClosingTexts = {
  title: 'Close the clinic',
  lead: 'Permanent: all data of your clinic and its patients is erased.',
  undo: (date: string) =>
    `If you close it today, any admin can undo it at least until ${date}: 30 days, or as long as a plan is paid.`,
  nameMissing: 'Enter the name of your clinic.',
  nameDiffers: 'This is not the name of your clinic.',
  exportFirst:
    'Download everything first: the law requires you to retain medical records, and after the erasure only you have them.',
  steps: [
    'Team and patients are emailed at once. No patient can join a plan any longer.',
    'Every plan ends with its paid period. To end a plan earlier and refund the rest, end it on the patient’s page first.',
    'On the day of the erasure, the clinic is removed and its address stops working.',
    'Statements, invoices and the ledger are retained for seven years, as the law requires, without patients’ names.',
  ],
  plans: (count: number) => (count === 1 ? '1 plan is running.' : `${count} plans are running.`),
  holds: (count: number) =>
    count === 1
      ? 'One patient is on legal hold: nothing is erased before it is released.'
      : `${count} patients are on legal hold: nothing is erased before the holds are released.`,
  missedNotice: (place: string, days: number, plans: number, date: string) =>
    `The law of ${place} requires ${days} days’ written notice, and ${plans === 1 ? 'one plan ends' : `${plans} plans end`} sooner. If you have not given notice, write to ${plans === 1 ? 'the member' : 'the members'} now and close the clinic on ${date} or later.`,
  tier: 'Your clinic pays for a Carefold plan. Cancel it under Account plan first.',
  button: 'Close the clinic',
  dialog: {
    title: (name: string) => `Close ${name}?`,
    consequence: (date: string, members: number) =>
      `${members === 1 ? 'One person is' : `${members} people (team and patients) are`} emailed now. Any admin can undo it at least until ${date}; then all data is erased.`,
    label: (name: string) => `Enter “${name}” to confirm`,
    keep: 'Keep the clinic',
    action: 'Close the clinic',
    done: 'The clinic is closing',
    failed: 'The clinic could not be closed. Please try again.',
  },
  closing: {
    title: 'This clinic is closing',
    text: (date: string) => `It is erased on ${date} or later. Until then, any admin can undo this.`,
    keep: 'Keep the clinic open',
    kept: 'The clinic stays open',
    keptDetail: 'Plans that were ending continue, and team and patients are emailed.',
    failed: 'The closing could not be undone. Please try again.',
  },
  loadFailed: 'The clinic’s status could not be loaded',

  mail: {
    button: (clinic: string) => `Open ${clinic}`,
    closes: {
      subject: (clinic: string) => `${clinic} is closing`,
      heading: (clinic: string) => `${clinic} is closing`,
      paragraphs: (clinic: string, date: string) => ({
        patient: [
          `${clinic} has decided to close its page at Carefold. From ${date}, you can no longer open it, and your data there is erased.`,
          'If you pay for a plan, it is canceled at the end of its period. An email confirms it once charges have stopped. Please download the receipts and documents that you need, and ask the clinic where your records will be.',
        ],
        team: [
          `An admin is closing ${clinic}. From ${date}, it can no longer be opened, and its data is erased.`,
          'Until then, any admin can undo this under Settings, Your data, and download all data there.',
        ],
      }),
    },
    stays: {
      subject: (clinic: string) => `${clinic} stays open`,
      heading: (clinic: string) => `${clinic} stays open`,
      paragraphs: (clinic: string, _date: string) => ({
        patient: [
          `${clinic} is not closing after all. Nothing has changed.`,
          'If your plan was ending for that reason, it continues and is charged as before. You can end it at any time.',
        ],
        team: [`The closing of ${clinic} was undone. Plans that were ending for that reason continue.`],
      }),
    },
  },
}
