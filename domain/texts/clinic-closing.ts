/** Closing a clinic: Settings, Your data, and the mails that members get. */
export const clinicClosingTexts = {
  title: 'Close the clinic',
  lead: 'For good: after 30 days in which any admin can take it back, what is here about your clinic and its patients is erased.',
  nameMissing: 'Type the name of your clinic.',
  nameDiffers: 'This is not the name of your clinic.',
  exportFirst:
    'Download everything first: medical records must be kept by law, and after the erasure you are the only one who has them.',
  steps: [
    'Members are mailed at once. Nobody can join a plan any more.',
    'Every plan ends with the period that is paid for. To end one earlier and pay the rest back, do it on the person’s page first.',
    'On the day of the erasure nobody can open the clinic any more, and its address answers as one that was never there.',
    'Statements, invoices and the ledger stay for seven years, as the law demands, without the names of patients.',
  ],
  plans: (count: number) => (count === 1 ? '1 plan is running.' : `${count} plans are running.`),
  holds: (count: number) =>
    count === 1
      ? 'A legal hold lies on one patient: nothing is erased before it is released.'
      : `Legal holds lie on ${count} patients: nothing is erased before they are released.`,
  missedNotice: (place: string, days: number, plans: number, date: string) =>
    `The law of ${place} asks you for ${days} days’ written notice, and ${plans === 1 ? 'one plan ends' : `${plans} plans end`} sooner. Unless you gave it before, write to ${plans === 1 ? 'its member' : 'their members'} now and close the clinic on ${date} or later.`,
  tier: 'Your clinic pays for a plan of Carefold’s. End it under Account plan first.',
  button: 'Close the clinic',
  dialog: {
    title: (name: string) => `Close ${name}?`,
    consequence: (date: string, members: number) =>
      `${members === 1 ? 'One member is' : `${members} members are`} mailed now. Everything is erased from ${date} on.`,
    label: (name: string) => `Type “${name}” to confirm`,
    keep: 'Keep the clinic',
    action: 'Close the clinic',
    done: 'The clinic is closing',
    failed: 'The clinic could not be closed. Please try again.',
  },
  closing: {
    /** before and after a date */
    title: 'This clinic is closing',
    text: (date: string) => `It is erased from ${date} on. Until then, any admin can take this back.`,
    keep: 'Keep the clinic open',
    kept: 'The clinic stays open',
    keptDetail: 'Plans that were ending go on, and members are mailed.',
    failed: 'The closing could not be taken back. Please try again.',
  },
  loadFailed: 'Whether the clinic is closing could not be loaded',

  mail: {
    button: (clinic: string) => `Open ${clinic}`,
    closes: {
      subject: (clinic: string) => `${clinic} is closing`,
      heading: (clinic: string) => `${clinic} is closing`,
      paragraphs: (clinic: string, date: string) => ({
        patient: [
          `${clinic} has decided to close its page at Carefold. From ${date} on it can no longer be opened, and what is kept there about you is erased.`,
          'A plan that you pay for is canceled to the end of its period. A mail confirms it once charges are stopped. Please download receipts and documents that you want to keep, and ask the clinic where your records will be.',
        ],
        team: [
          `An admin has asked to close ${clinic}. From ${date} on it can no longer be opened, and what is kept there is erased.`,
          'Until then, any admin can take this back under Settings, Your data, where everything can be downloaded too.',
        ],
      }),
    },
    stays: {
      subject: (clinic: string) => `${clinic} stays open`,
      heading: (clinic: string) => `${clinic} stays open`,
      paragraphs: (clinic: string, _date: string) => ({
        patient: [
          `${clinic} is not closing after all. Everything is as it was.`,
          'A plan that was ending for that reason goes on, and is charged as before. You can end it at any time.',
        ],
        team: [`The closing of ${clinic} was taken back. Plans that were ending for that reason go on.`],
      }),
    },
  },
}
