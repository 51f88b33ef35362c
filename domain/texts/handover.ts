import type { TakerObstacle, VisitResult } from '../handover/handover.ts'
import { timeZoneText } from '../values/time-zone-text.ts'

const visits = (count: number) => (count === 1 ? '1 visit' : `${count} visits`)

const obstacles: Record<TakerObstacle, (provider: string) => string> = {
  kind: (provider) => `${provider} does not offer this kind of visit`,
  outside: (provider) => `Outside ${provider}’s working hours`,
  busy: (provider) => `${provider} has another visit then`,
  buffer: (provider) => `${provider} needs this time before or after another visit`,
}

const results: Record<VisitResult, string> = {
  done: 'Done',
  changed: 'Changed by a colleague meanwhile',
  taken: 'Not free any more',
  kind: 'Kind of visit not offered',
  over: 'Begun or canceled meanwhile',
}

/** The dialog that moves the visits of a provider, who is sick for example (docs/decisions/0200). */
export const handoverTexts = {
  title: 'Move a provider’s visits',
  lead: (zone: string) =>
    `When a provider is sick or away: hand visits over, give them new times, or cancel them. Times are in ${timeZoneText(zone)}.`,
  provider: 'Provider',
  providerChoose: 'Choose a provider',
  from: 'First day',
  until: 'Last day',
  untilWrong: (days: number) => `Please choose a last day at most ${days} days after the first.`,
  failed: 'The visits could not be loaded',
  none: (provider: string) => `${provider} has no visits ahead on these days.`,
  how: 'What happens to the visits?',
  ways: { provider: 'Hand over', day: 'New times', cancel: 'Cancel visits' },
  taker: 'Hand over to',
  takerChoose: 'Choose a provider',
  takerOf: (name: string, free: number, all: number) => `${name} (free for ${free} of ${all})`,
  takerFirst: 'Choose who takes the visits first. Then the visits that this provider can take are checked.',
  takerNone: 'No other provider takes appointments.',
  freeFrom: 'Free times from',
  reason: 'Reason',
  reasonHint: 'Visible to your team only. The email to the patient names no reason.',
  list: 'Visits',
  all: 'All visits',
  select: (patient: string, when: string) => `${patient}, ${when}`,
  about: (when: string, minutes: number) => `${when}, ${minutes} min`,
  date: (patient: string) => `New day of ${patient}`,
  time: (patient: string) => `New time of ${patient}`,
  free: 'Free',
  noFree: 'No free time in the next 31 days. Enter a day and time, or leave it out.',
  obstacles,
  messages: {
    email: (subject: string) => `Email: “${subject}”`,
    text: 'Text message with the new time',
    textCanceled: 'Text message with the cancellation',
    textSame: 'Text message: details have changed, the time is the same',
    guardian: 'Email to the guardian',
    guardianSame: 'No message, because the time stays the same. Call the guardian about the new provider.',
    call: 'No message reaches this patient: listed under “To call” afterwards',
    callSame: 'No message reaches this patient: listed under “To call” afterwards, with the new provider',
    none: 'No email, as the patient wishes',
  },
  markOff: (provider: string) => `Mark ${provider} as off on these days`,
  markOffHint: 'Then patients cannot book these days, and waitlist offers of them are withdrawn.',
  close: 'Close',
  submit: {
    provider: (count: number) => `Move ${visits(count)}`,
    day: (count: number) => `Move ${visits(count)}`,
    cancel: (count: number) => `Cancel ${visits(count)}`,
  },
  busy: 'Saving...',
  saveFailed: 'The visits could not be changed',
  saveUnknown: 'The list shows the visits as they are now.',
  done: {
    moved: (count: number) => `${visits(count)} moved`,
    canceled: (count: number) => `${visits(count)} canceled`,
    notDone: (count: number) => `${visits(count)} not changed`,
    notifies: (seconds: number, notified: number, changed: number) =>
      notified === changed
        ? `Patients are notified in ${seconds} seconds unless you undo this.`
        : `Messages about ${notified} of ${visits(changed)} are sent in ${seconds} seconds unless you undo this.`,
    /** patients that no message reaches */
    toCall: (patients: string, seconds: number) =>
      `No message reaches ${patients}. In ${seconds} seconds the calls are listed under`,
    toCallLink: 'To call',
    /** a guardian is not mailed about another provider at the same time */
    toGuardian: (patients: string) => `Call the guardians of ${patients}: no message is sent to them.`,
    unwished: (patients: string) => `No email to ${patients}: email notifications are off.`,
    /** visits of the list that were not chosen */
    stays: 'Not moved',
    staysNotCanceled: 'Not canceled',
    show: 'Show in the calendar',
    nowTo: (when: string) => `Now ${when}`,
    nowWith: (provider: string) => `Now with ${provider}`,
    canceledOne: 'Canceled',
    markedOff: (provider: string) => `${provider} is marked as off on these days.`,
    undo: 'Undo all',
    undone: (count: number) => `${visits(count)} restored`,
    undoFailed: (count: number) => `${visits(count)} could not be restored`,
    rest: 'Back to the list',
  },
  results,
} as const
