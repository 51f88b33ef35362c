import { timeZoneText } from '../values/time-zone-text.ts'
import { visitTimeTexts } from './components.ts'

/** -1 is the last. */
const nthNames: Record<number, string> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
  [-1]: 'last',
}

/** docs/specification.md B2.15, B3, B4, B5 */
export const appointmentTexts = {
  statuses: {
    requested: 'Requested',
    upcoming: 'Upcoming',
    completed: 'Completed',
    canceled: 'Canceled',
    no_show: 'No-show',
  },
  ...visitTimeTexts,
  form: {
    patientMissing: 'Patient is required',
    typeMissing: 'Appointment type is required',
    dateMissing: 'Date is required',
    timeMissing: 'Time is required',
    durationShort: 'Duration must be at least 15 minutes',
    durationLong: 'A visit lasts at most 8 hours',
    dateInvalid: 'Please enter a valid date.',
    timeInvalid: 'Please enter a valid time.',
    timePassed: 'This time has passed. Please choose a later time.',
    dayPassed: 'This day has passed. Please choose today or a later day.',
    notesLong: 'Notes have at most 4,000 characters.',
    skipped: 'The clocks go forward and skip this time on this day. Please choose another time.',
    patientGone: 'This patient is no longer at your clinic.',
    typeGone: 'Your clinic no longer offers this kind of visit.',
    providerGone: 'This provider no longer sees patients. Please choose another provider.',
    roomGone: 'This room is no longer in use. Please choose another room.',
    reasonLong: 'A reason has at most 500 characters.',
    repeatMany: 'A series has at most 52 visits.',
    repeatFew: 'The last day must be late enough for a second visit.',
    repeatNone: 'No date is left. Please change the time.',
    repeatFirst: 'The first visit must be on one of the chosen days.',
    repeatEvery: 'Please enter 1 to 364 days, 1 to 52 weeks, or 1 to 12 months.',
    repeatCount: 'A series has between 2 and 52 visits.',
  },
  taken: {
    provider: 'The provider has another visit at this time, or needs it before or after one.',
    room: 'The room is taken at this time.',
    patient: 'The patient has another visit at this time.',
  },
  /** no provider for "First available" */
  nobody: {
    visit: 'No provider is free at this time. Choose another time, a provider, or “No provider”.',
    series: 'No provider is free at all of these dates. Skip dates, or choose another time or a provider.',
  },
} as const

/** The team's page (docs/specification.md B2.15). */
export const appointmentPageTexts = {
  title: 'Appointments',
  schedule: 'Schedule Appointment',
  search: 'Search',
  searchPlaceholder: 'Name, notes',
  filter: 'Show',
  filters: {
    all: 'All Appointments',
    today: 'Today',
    upcoming: 'Upcoming',
    requested: 'Requested',
    past: 'Past',
    open: 'Without an outcome',
  },
  filtersLabel: 'Search and filter appointments',
  views: { label: 'Views', list: 'List View' },
  failed: 'The appointments could not be loaded',
  noMatch: 'No appointments found',
  noMatchText: 'Try another word, or another filter.',
  open: (count: number) =>
    count === 1 ? 'One visit without an outcome' : `${count} visits without an outcome`,
  /** of filters that list work */
  none: {
    open: {
      title: 'Every past visit has an outcome',
      text: 'Visits that are over and not marked finished or no-show appear here.',
    },
    requested: {
      title: 'No request waits for an answer',
      text: 'Visits that patients ask for appear here until your team accepts or declines them.',
    },
  },
  noneTitle: 'No appointments yet',
  noneText: 'Schedule the first one. Patients can book online once a provider has hours.',
  clear: 'Clear search and filter',
  earlier: 'Show earlier appointments',
  hideEarlier: 'Hide earlier appointments',
  more: 'Show more appointments',
  with: (provider: string) => `with ${provider}`,
  noProvider: 'No provider',
  minutes: (count: number) => `${count} min`,
  series: 'Part of a series',
  arrivedAt: (time: string) => `Arrived ${time}`,
  startedAt: (time: string) => `Started ${time}`,
  confirmed: 'Confirmed',
  /** how the patient confirmed */
  confirmedThrough: {
    link: 'Confirmed by the patient, by the link in a reminder',
    portal: 'Confirmed by the patient, in the portal',
    desk: 'Confirmed by phone',
  },
  notes: 'Notes',
  actions: {
    of: (action: string, patient: string, when: string) => `${action}: ${patient}, ${when}`,
    more: (patient: string, when: string) => `More about ${patient}, ${when}`,
    accepted: 'Accept',
    arrived: 'Arrived',
    started: 'Start',
    completed: 'Finish',
    no_show: 'No-show',
    reopened: 'Reopen',
    confirmed: 'Confirmed by phone',
    unconfirmed: 'Remove confirmation',
    reschedule: 'Reschedule',
    cancel: 'Cancel appointment',
    decline: 'Decline',
  },
  done: {
    /** one of the texts below */
    of: (patient: string, what: string) => `${patient}: ${what}`,
    accepted: 'appointment accepted',
    arrived: 'arrival recorded',
    started: 'appointment started',
    completed: 'appointment completed',
    no_show: 'no-show recorded',
    reopened: 'visit reopened',
    confirmed: 'appointment confirmed',
    unconfirmed: 'confirmation removed',
    undo: 'Undo',
    /** @param provider null without one */
    scheduled: (when: string, provider: string | null) =>
      `appointment scheduled for ${when}${provider ? ` with ${provider}` : ''}`,
    scheduledMany: (count: number, provider: string | null) =>
      `${count} appointments scheduled${provider ? ` with ${provider}` : ''}`,
    moved: (when: string) => `moved to ${when}`,
    updated: 'appointment updated',
    updatedMany: (count: number) => `${count} appointments updated`,
    retained: (count: number) =>
      count === 1
        ? 'One visit was changed separately before and retains that change.'
        : `${count} visits were changed separately before and retain that change.`,
    canceled: 'appointment canceled',
    canceledMany: (count: number) => `${count} appointments canceled`,
    restored: 'appointment restored',
    restoredMany: (count: number) => `${count} appointments restored`,
    notifies: (seconds: number) => `The patient is notified in ${seconds} seconds unless you undo this.`,
    undoFailed: 'This could not be undone',
    undoTaken: 'The time was taken meanwhile.',
    undoChanged: 'The visit was changed again meanwhile.',
    failed: 'This could not be saved',
  },
  keys: 'With a visit in focus: A arrived, S start, F finish, N no-show.',
  dialog: {
    schedule: 'Schedule New Appointment',
    reschedule: 'Reschedule Appointment',
    submitNew: 'Schedule',
    submitChange: 'Update',
    busy: 'Saving...',
    cancel: 'Cancel',
    patient: 'Patient',
    type: 'Appointment type',
    typeChoose: 'Choose a type',
    provider: 'Provider',
    providerFirst: 'First available',
    /** of "First available" */
    providerFound: (provider: string) => `${provider} is free then.`,
    providerFoundSome: (provider: string, free: number, all: number) =>
      `${provider} is free on ${free} of ${all} dates.`,
    providerNone: 'No provider',
    providerHint: 'No provider has this visit yet. A free time below selects one who is free.',
    /** before the dialog is closed after an entry */
    unsaved: 'The visit has not been scheduled yet.',
    unsavedChange: 'The change has not been saved yet.',
    stay: 'Continue entering',
    room: 'Room',
    roomNone: 'No room',
    date: 'Date',
    time: 'Time',
    laterHour: 'The later of the two: the clocks go back and this time occurs twice',
    duration: 'Duration in minutes',
    notes: 'Notes',
    notesHint: 'Visible to your team only.',
    free: 'Free times',
    freeOn: (day: string) => `Free times on ${day}`,
    freeNone: (day: string) => `No free time on ${day}.`,
    freeNext: (day: string, clock: string) => `Next free: ${day}, ${clock}`,
    freeMore: 'Show all free times',
    freeFailed: 'Free times could not be loaded.',
    series: {
      repeat: 'Repeat',
      units: {
        never: 'Does not repeat',
        days: 'Every few days',
        weeks: 'On weekdays, every few weeks',
        months: 'On a weekday of the month',
      },
      every: {
        days: 'Days from one visit to the next',
        weeks: 'Weeks from one week with visits to the next',
        months: 'Months from one visit to the next',
      },
      weekdays: 'Weekdays',
      weekdaysHint: 'The weekday of the first date is always included.',
      weekdayNames: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      on: 'Day of the month',
      nth: (nth: number, weekday: string) => `The ${nthNames[nth]} ${weekday}`,
      ends: 'Ends',
      endings: { count: 'After a number of visits', until: 'On a day' },
      count: 'Number of visits',
      until: 'Last day',
    },
    past: 'This time has passed. The visit is recorded for the past.',
    planned: {
      title: 'Dates',
      failed: 'This time could not be checked.',
      summary: (dates: number, taken: number) =>
        `${dates} visits, each at the same time of day. ${
          taken === 0
            ? 'All can be booked.'
            : taken === 1
              ? 'One of them cannot be booked.'
              : `${taken} of them cannot be booked.`
        }`,
      free: 'Free',
      without: (months: string[], weekday: string) =>
        `${months.join(', ')}: no fifth ${weekday}, so ${months.length === 1 ? 'this month is' : 'these months are'} skipped.`,
      stays: {
        time: (clock: string) => `Stays at ${clock}`,
        provider: 'Its provider stays',
        room: 'Its room stays',
        kind: 'Its type and duration stay',
      },
      separately: (count: number) =>
        count === 1
          ? 'One visit was changed separately and retains that change.'
          : `${count} visits were changed separately and retain that change.`,
      includeOwn: 'Change visits that were changed separately, too',
      leaveOut: (count: number) =>
        count === 1 ? 'Skip the date that cannot be booked' : 'Skip the dates that cannot be booked',
    },
    scope: 'Which visits of the series',
    scopes: { one: 'Only this one', following: 'This and all that follow' },
    zone: (zone: string) => `Times are in ${timeZoneText(zone)}.`,
  },
  cancelDialog: {
    title: (patient: string) => `Cancel the visit of ${patient}?`,
    consequence: (when: string, hasAccount: boolean) =>
      `${when}. The slot opens up again. The visit stays in the history. ${
        hasAccount
          ? 'The patient is notified after 30 seconds if email notifications are on and the address works. Until then you can undo this.'
          : 'The patient has no account: an email or a text message is sent if the record allows it, otherwise your team calls.'
      }`,
    reason: 'Reason',
    keep: 'Keep appointment',
    action: 'Cancel appointment',
  },
} as const

/** Cards of the dashboard (docs/specification.md B2.9), and the section on a patient's page. */
export const visitCardTexts = {
  title: 'Today’s visits',
  schedule: 'Schedule',
  now: (time: string) => `Now, ${time}`,
  noneToday: 'No visits today.',
  nextOn: (day: string) => `Next Appointment, ${day}`,
  alsoOn: (day: string) => `Also on ${day}`,
  done: (count: number) => (count === 1 ? 'Show 1 finished visit' : `Show ${count} finished visits`),
  hideDone: 'Hide finished visits',
  more: (count: number) => `Show ${count} more`,
  next: 'Next Appointment',
  later: 'Later Today',
  none: 'No upcoming appointments scheduled.',
  noneLater: 'No other appointments for today.',
  failed: 'The appointments could not be loaded',
  all: 'All appointments',
  month: {
    title: 'Monthly Overview',
    month: 'Month',
    previous: 'Previous month',
    next: 'Next month',
    thisMonth: 'This month',
    addEvent: 'Add event',
    eventTitle: 'Block time for an event',
    visits: (count: number) => (count === 1 ? 'one visit' : `${count} visits`),
    events: (count: number) => (count === 1 ? 'one event' : `${count} events`),
    eventMark: 'Event or time off',
    weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
    failed: 'The month could not be loaded',
  },
  person: {
    open: 'Planned visits',
    closed: 'Past and canceled visits',
    noneOpen: 'No visit planned.',
    noneClosed: 'No visits yet.',
    noneNext: 'No visit planned',
    next: (when: string) => `Next visit ${when}`,
    schedule: 'Schedule',
    more: (count: number) => `Show all ${count}`,
    /** of a visit that repeats: the visits of its series that are planned */
    series: (count: number, last: string) => `Series: ${count} planned, the last on ${last}`,
    late: 'Late cancellation',
    /** @param visits with an outcome */
    noShows: (count: number, visits: number, last: string) =>
      `No-shows: ${count} of ${visits === 1 ? '1 visit' : `${visits} visits`}, last on ${last}`,
  },
} as const

/** The visits ahead of a provider or a patient who leaves. */
export const visitsAheadTexts = {
  title: (count: number) => (count === 1 ? 'One visit ahead' : `${count} visits ahead`),
  failed: 'The visits ahead could not be loaded',
  changed: 'The visits have changed. Please read the list again.',
  when: (day: string, time: string) => `${day}, ${time}`,
  with: (provider: string) => `with ${provider}`,
  provider: {
    lead: 'Hand each visit over to a provider who is free, or cancel it. Patients are notified if their notifications are on.',
    all: 'All visits',
    one: (patient: string, when: string) => `Visit of ${patient}, ${when}`,
    choose: 'Choose',
    differs: 'Different choices',
    handOver: (name: string) => `Hand over to ${name}`,
    handOverSome: (name: string, count: number, all: number) =>
      `Hand over to ${name} (free for ${count} of ${all})`,
    cancel: 'Cancel',
    cancelAll: 'Cancel all',
    nobody: 'No other provider is free.',
    missing: (count: number) =>
      count === 1
        ? 'Please choose for the remaining visit.'
        : `Please choose for the ${count} remaining visits.`,
  },
  patient: {
    question: 'What happens to these visits?',
    cancel: { label: 'Cancel them', hint: 'The times open up again. The providers are notified.' },
    retain: {
      label: 'Leave them in the calendar',
      hint: 'Your team still expects the patient, who can no longer move or cancel them.',
    },
    missing: 'Please choose what happens to the visits.',
  },
  own: {
    question: 'What happens to your visits?',
    cancel: { label: 'Cancel them', hint: 'Other patients can book the times. Your providers are notified.' },
    retain: {
      label: 'Keep them',
      hint: 'The clinic still expects you. To move or cancel a visit later, contact the clinic.',
    },
    missing: 'Please choose what happens to your visits.',
  },
} as const

/** Opens the dialog of `handoverTexts`, whose words are loaded with it. */
export const moveVisitsTexts = {
  open: 'Move visits',
  openOf: (provider: string) => `Move the visits of ${provider}`,
  search: 'Move a provider’s visits',
} as const
