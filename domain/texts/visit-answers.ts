/** The page of a reminder's link. It says nothing that a mail must not say (docs/domain-rules.md rule 31). */
export const visitAnswerTexts = {
  comes: 'I will come',
  cannot: 'I cannot come',
  failed: 'Your answer could not be saved',
  move: 'Choose another time',
  title: 'Will you come?',
  /** the expected patient */
  you: 'you',
  ward: 'the person you look after',
  lead: (clinic: string, patient: string, when: string) => `${clinic} expects ${patient} on ${when}.`,
  busy: 'Saving...',
  confirmedTitle: 'Thank you',
  confirmed: (clinic: string, patient: string, when: string) =>
    `You confirmed: ${clinic} expects ${patient} on ${when}.`,
  cannotLater: 'I cannot come after all',
  cancelTitle: 'Cancel this time?',
  policy: (hours: number) =>
    hours === 0
      ? 'You can cancel until it begins.'
      : `You can cancel freely until ${hours === 1 ? 'an hour' : `${hours} hours`} before. The clinic sees a later cancellation as late.`,
  late: (hours: number) =>
    `It is less than ${hours === 1 ? 'an hour' : `${hours} hours`} until then. You can still cancel. The clinic sees that it was late.`,
  cancel: 'Cancel this time',
  back: 'Back',
  canceledTitle: 'This time is canceled',
  canceled: (clinic: string, patient: string, when: string) =>
    `${clinic} no longer expects ${patient} on ${when}.`,
  signIn: 'Sign in for details',
  call: (clinic: string, phone: string | null) =>
    `To get another time, ${phone ? `call ${clinic} at ${phone}` : `call ${clinic}`}.`,
  loading: 'Loading your time',
  loadFailed: 'This page could not be loaded',
  retry: 'Try again',
  goneTitle: 'This link no longer works',
  gone: 'The time was changed or has passed, or the link is incomplete. Open the newest message from your clinic, sign in, or call the clinic.',
} as const
