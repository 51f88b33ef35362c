export const outsideCalendarTexts = {
  title: 'Busy times from your own calendar',
  lead: 'While your own calendar says that you are busy, patients cannot book you. Carefold reads it every five minutes and when a patient books, and stores times only: no titles, no places, no people.',
  address: 'Private address of your calendar (ICS)',
  hint: 'Google: Settings, your calendar, “Secret address in iCal format”. Outlook: Settings, Shared calendars, Publish, “ICS”. Apple: share the calendar as public and copy the link.',
  add: 'Add calendar',
  adding: 'Reading...',
  added: 'Your calendar is connected',
  readAt: (time: string) => `Read ${time}.`,
  lastTimes: (time: string) => `The busy times of ${time} still apply.`,
  failures: {
    unreachable: 'The calendar does not answer.',
    refused: 'The calendar refuses to be read.',
    gone: 'The address no longer exists. Copy it again from your calendar.',
    too_large: 'The calendar is too large to be read.',
    not_a_calendar: 'The address no longer leads to a calendar. Copy it again from your calendar.',
  },
  readNow: 'Read now',
  reading: 'Reading...',
  readDone: 'Your calendar was read',
  remove: 'Remove',
  removeLabel: (host: string) => `Remove the calendar of ${host}`,
  removeTitle: 'Remove this calendar?',
  removeText: 'Its busy times no longer block your times: patients can book you then.',
  keep: 'Keep it',
  removed: 'The calendar was removed',
  loadFailed: 'Your calendars could not be loaded',
  saveFailed: 'This could not be saved',
  errors: {
    missing: 'Paste the private address of your calendar.',
    wrong: 'This is not a web address. It begins with https:// or webcal://.',
    most: 'You have five calendars. Remove one before you add another.',
    known: 'This calendar is already connected.',
    unreachable: 'The calendar does not answer. Check the address, or try again in a minute.',
    refused:
      'The calendar cannot be read. Use its private address, which begins with https:// and needs no sign-in.',
    gone: 'There is no calendar at this address. Copy it again from your calendar.',
    too_large: 'The calendar is too large to be read.',
    not_a_calendar: 'This address does not lead to a calendar in ICS format.',
  },
} as const

/** The reasons that a calendar was not read. */
export type CalendarFailure = keyof typeof outsideCalendarTexts.failures
