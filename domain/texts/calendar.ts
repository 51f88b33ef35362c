import type { CalendarView } from '../calendar/period.ts'
import { timeZoneText } from '../values/time-zone-text.ts'
import { appointmentTexts } from './appointments.ts'

/** By `Obstacle` of domain/appointments. */
const obstacles = {
  past: 'This time has passed.',
  skipped: 'The clocks go forward and skip this time on this day.',
  provider: 'The provider has another visit at this time.',
  buffer: 'The provider needs this time before or after another visit.',
  nobody: appointmentTexts.nobody.visit,
  room: 'The room is taken at this time.',
  patient: 'The patient has another visit at this time.',
  outside: 'This is outside the working hours.',
  elsewhere: 'The provider’s own calendar is busy at this time.',
}

const views: Record<CalendarView, string> = { day: 'Day', week: 'Week', month: 'Month' }

/** The team's Calendar View of appointments (docs/specification.md B2.15). */
export const calendarTexts = {
  tab: 'Calendar View',
  title: (period: string) => `Calendar: ${period}`,
  view: 'Show',
  views,
  provider: 'Provider',
  everybody: 'All providers',
  nobody: 'No provider',
  color: 'Colors',
  colors: { provider: 'Color: provider', kind: 'Color: kind' },
  today: 'Today',
  earlier: { day: 'Day before', week: 'Week before', month: 'Month before' } satisfies Record<
    CalendarView,
    string
  >,
  later: { day: 'Next day', week: 'Next week', month: 'Next month' } satisfies Record<CalendarView, string>,
  goTo: 'Day',
  print: 'Print',
  wholeDay: 'Show all 24 hours',
  fewerHours: 'Show the usual hours',
  failed: 'The calendar could not be loaded',
  none: 'No appointments on this day.',
  zone: (zone: string) => `Times are in ${timeZoneText(zone)}.`,
  clockChange: 'The clocks change on this day.',
  blocked: 'Blocked',
  off: (title: string) => title || 'Time off',
  extra: (title: string) => title || 'Extra hours',
  whose: (provider: string, what: string) => `${provider}: ${what}`,
  between: (what: string, hours: string) => `${what}, ${hours}`,
  held: 'Being booked',
  offered: 'Waitlist offer',
  /** @param provider null in a column of one provider */
  elsewhere: (provider: string | null) =>
    provider ? `${provider}: busy (own calendar)` : 'Busy (own calendar)',
  series: 'Part of a series',
  more: (count: number) => `${count} more`,
  countOn: (day: string, count: number) =>
    `${day}: ${count === 0 ? 'no appointments' : count === 1 ? '1 appointment' : `${count} appointments`}`,
  visit: (patient: string, when: string, type: string, provider: string | null) =>
    [patient, when, type, provider && `with ${provider}`].filter(Boolean).join(', '),
  /** For screen readers: "Nora Lindqvist, Tue, Mar 3 at 9:15 – 9:45 AM, Follow-up, with ..." */
  on: (day: string) => `, ${day} at `,
  also: (...words: (string | null)[]) => words.map((each) => (each ? `, ${each}` : '')).join(''),
  with: (provider: string) => `with ${provider}`,
  scheduleAt: (when: string, provider: string | null) =>
    `Schedule on ${when}${provider ? ` with ${provider}` : ''}`,
  keys: 'With a visit in focus: Enter opens it, M moves it (arrow keys; with Shift, its length), Enter saves, Escape cancels the move. In free time: arrow keys choose a time, Enter schedules.',
  move: {
    begun: (patient: string, when: string) =>
      `Moving ${patient}, now ${when}. Arrow keys move, Shift with up or down changes the length, Enter saves, Escape cancels.`,
    free: 'Free.',
    obstacles,
    /** of the obstacle `outside` */
    outside: {
      off: (provider: string, day: string) => `${provider} is off on ${day}.`,
      hours: (provider: string, hours: string) => `This is outside ${provider}’s hours (${hours}).`,
      closed: (day: string) => `The clinic is closed on ${day}.`,
      closedThen: (day: string) => `The clinic is closed at this time on ${day}.`,
    },
    /** of a date of a series with the first available provider */
    notFree: (provider: string) => `${provider} is not free.`,
    canceled: 'Move canceled.',
    save: 'Save',
    moving: (patient: string) => `Moving ${patient}`,
    movedMany: (count: number, when: string) => `${count} appointments moved, the first to ${when}`,
    failed: 'The visit could not be moved',
    /** asks before a visit is dropped at a time that is possible but unusual */
    anyway: {
      title: (patient: string, when: string) => `Move ${patient} to ${when}?`,
      now: (place: string) => `The visit is now on ${place}.`,
      action: 'Move anyway',
      keep: 'Cancel the move',
    },
    /** where a visit is before and after a move */
    place: {
      minutes: (minutes: number) => `${minutes} min`,
      with: (provider: string | null) => (provider ? `with ${provider}` : 'without a provider'),
    },
    handle: 'Drag to change the length',
    series: {
      title: (patient: string) => `Which visits of ${patient} move?`,
      text: (from: string, to: string) => `This visit is part of a series. It moves from ${from} to ${to}.`,
      one: 'Only this one',
      following: 'This and all that follow',
      keep: 'Cancel the move',
    },
  },
  details: {
    person: 'Open the record',
    messages: 'Messages',
    noPhone: 'No phone number',
    phoneFailed: 'The phone number could not be loaded.',
    reschedule: 'Reschedule',
    cancel: 'Cancel appointment',
    decline: 'Decline',
  },
  printed: {
    time: 'Time',
    patient: 'Patient',
    type: 'Appointment type',
    provider: 'Provider',
    room: 'Room',
    at: (clinic: string) => `Appointments of ${clinic}`,
    asOf: (when: string, zone: string) => `As of ${when}. Times are in ${timeZoneText(zone)}.`,
  },
} as const

/** Calls to patients that no message reaches. */
export const visitCallTexts = {
  tab: (count: number) => (count === 0 ? 'To call' : `To call (${count})`),
  lead: (until: string) =>
    `No message reaches these patients. Call them about visits until ${until}, about changed visits, and about times held from the waitlist.`,
  noneTitle: 'No patient to call',
  none: 'A message reaches every patient with a visit in the next two working days that was booked at least a day before.',
  failed: 'The calls could not be loaded',
  reasons: {
    reminder: (when: string) => `Reminder: ${when}`,
    /** each with its provider; @param before null: unknown */
    moved: (now: string, before: string | null) =>
      [`Now ${now}.`, before && `Before: ${before}.`].filter(Boolean).join(' '),
    /** @param to null: the visit has no provider any more */
    provider: (when: string, was: string, to: string | null) =>
      to ? `Now with ${to}, not with ${was}: ${when}` : `No longer with ${was}: ${when}`,
    canceled: (when: string) => `Canceled: ${when}`,
    reopened: (when: string) => `Takes place after all: ${when}`,
  },
  with: (when: string, provider: string | null) => (provider ? `${when} with ${provider}` : when),
  noPhone: 'No phone number',
  addPhone: 'Add a phone number',
  called: 'Called',
  calledNamed: (name: string, what: string) => `Called ${name}. ${what}`,
  calledAt: (time: string, by: string) => `at ${time} by ${by}`,
  formerUser: 'a former user',
  markFailed: 'The call could not be saved',
  print: 'Print',
  printed: (clinic: string) => `Patients to call, ${clinic}`,
  asOf: (when: string, zone: string) => `As of ${when}. Times are in ${timeZoneText(zone)}.`,
  /** in the details of a visit */
  reach: {
    ways: {
      email: 'Reminder by email',
      text: 'Reminder by text',
      guardian: 'Reminder to the guardian',
      call: 'Reminder: call',
    },
    emailAndText: 'Reminder by email and text',
    none: 'No reminder, as the patient wishes',
  },
} as const
