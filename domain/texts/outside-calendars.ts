export const outsideCalendarTexts = {
  title: 'Busy times from your own calendar',
  lead: 'While your own calendar says that you are busy, patients cannot book you. Carefold reads it every five minutes and when a patient books, and stores times only: no titles, no places, no people.',
  services: { google: 'Google Calendar', microsoft: 'Microsoft 365' },
  connect: (service: string) => `Connect ${service}`,
  connectLead:
    'Carefold reads when you are busy in your main calendar, and nothing else. You can disconnect at any time.',
  connecting: 'Connecting...',
  connectAgain: 'Connect again',
  connectAgainLabel: (service: string) => `Connect again: ${service}`,
  connectFailed: 'Your calendar was not connected',
  denied: 'You did not allow it, or the sign-in was interrupted. Connect again when you are ready.',
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
  } satisfies Record<AddressFailure, string>,
  /** Of a service. */
  serviceFailures: {
    unreachable: (service: string) => `${service} does not answer.`,
    refused: (service: string) => `${service} refuses to be read.`,
    gone: (service: string) => `The account at ${service} has no calendar.`,
    too_large: () => 'The calendar is too large to be read.',
    not_a_calendar: (service: string) => `The answer of ${service} cannot be read.`,
    revoked: (service: string) => `${service} no longer allows Carefold to read your calendar.`,
    busy: (service: string) =>
      `${service} limits how often it is read. Carefold waits as long as it requests.`,
  } satisfies Record<ServiceFailure, (service: string) => string>,
  readNow: 'Read now',
  reading: 'Reading...',
  readDone: 'Your calendar was read',
  remove: 'Remove',
  removeLabel: (host: string) => `Remove the calendar of ${host}`,
  removeTitle: 'Remove this calendar?',
  removeText: 'Its busy times no longer block your times: patients can book you then.',
  disconnect: 'Disconnect',
  disconnectLabel: (service: string) => `Disconnect ${service}`,
  disconnectTitle: (service: string) => `Disconnect ${service}?`,
  disconnectTexts: {
    google:
      'Its busy times no longer block your times: patients can book you then. Carefold deletes its access and revokes it at Google.',
    microsoft:
      'Its busy times no longer block your times: patients can book you then. Carefold deletes its access. Microsoft lists Carefold among the apps of your account until you remove it there.',
  },
  disconnected: 'The calendar was disconnected',
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

/** The reasons that a calendar at an address was not read. */
type AddressFailure = 'unreachable' | 'refused' | 'gone' | 'too_large' | 'not_a_calendar'
/** Of a service also: access was withdrawn, or the service limits reads. */
type ServiceFailure = AddressFailure | 'revoked' | 'busy'
/** The reasons that a calendar was not read. */
export type CalendarFailure = ServiceFailure

/** @param source of the calendar: an address or a service */
export function failureText(
  failure: CalendarFailure,
  source: 'address' | keyof typeof outsideCalendarTexts.services,
): string {
  const { failures, serviceFailures, services } = outsideCalendarTexts
  if (source !== 'address') return serviceFailures[failure](services[source])
  return failure === 'revoked' || failure === 'busy' ? failures.refused : failures[failure]
}
