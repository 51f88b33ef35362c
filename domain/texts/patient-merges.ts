import type { DuplicateReason } from '../patient-merges/duplicates.ts'
import type {
  ComparedHealth,
  DetailField,
  MergeObstacle,
  MergeSection,
  PatientCounts,
} from '../patient-merges/patient-merges.ts'
import type { SplitKind, SplitObstacle, SplitWarning } from '../patient-merges/splits.ts'

const count = (one: string, several: string) => (number: number) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en-US')} ${several}`

const reasonWords: Record<DuplicateReason, string> = {
  birth: 'date of birth',
  name: 'name',
  phone: 'phone',
  email: 'email',
  similar_name: 'similar name',
}

/** "Same date of birth and phone, similar name" */
function reasonText(reasons: readonly DuplicateReason[]): string {
  const same = reasons.filter((reason) => reason !== 'similar_name').map((reason) => reasonWords[reason])
  const last = same.pop()
  const text = `Same ${same.length > 0 ? `${same.join(', ')} and ${last}` : last}`
  return reasons.includes('similar_name') ? `${text}, ${reasonWords.similar_name}` : text
}

/** Two records of one person: found, compared, made one, and parted again. */
export const patientMergeTexts = {
  person: {
    title: 'One person, or two',
    lead: (name: string) =>
      `If the clinic keeps a second record of ${name}, make them one. If this record holds what belongs to somebody else, move it there.`,
    merge: 'Merge with another record',
    failed: 'The merged records could not be loaded',
    merged: (name: string) => `${name}, merged on`,
    waiting: (visits: number) =>
      `${visits === 1 ? 'A visit' : `${visits} visits`} came to it since, at the time of another one. Move or cancel that, and it comes here within the hour.`,
    part: 'Part again',
    partOf: (name: string) => `Part again from ${name}`,
    ask: {
      title: (name: string) => `Part from ${name} again?`,
      consequence:
        'What came from the other record goes back to it. What was written since stays here; please look through it.',
      keep: 'Leave as one',
      action: 'Part records',
    },
    parted: 'The records are parted',
    partFailed: 'The records were not parted',
  },

  duplicates: {
    title: 'Possible duplicates',
    lead: 'Records that may be of one person. Compare them first: twins and families can look alike too.',
    back: 'Back to members',
    link: (pairs: number) =>
      `${pairs === 1 ? 'Two records' : `${pairs} pairs of records`} may be of one person.`,
    look: 'Look at possible duplicates',
    failed: 'The possible duplicates could not be loaded',
    emptyTitle: 'No possible duplicates',
    empty:
      'No two records share a name, a date of birth, a phone number or an email in a way that suggests one person.',
    reason: reasonText,
    of: (one: string, other: string) => `${one} and ${other}`,
    born: 'Born',
    noBirth: 'Date of birth not given',
    account: 'Signs in',
    noAccount: 'No account',
    since: 'Here since',
    compare: 'Compare',
    compareOf: (one: string, other: string) => `Compare ${one} and ${other}`,
    dismiss: 'Not the same person',
    dismissOf: (one: string, other: string) => `${one} and ${other} are not the same person`,
    dismissed: 'The pair is no longer listed',
    dismissedText: 'Under Dismissed it can be brought back.',
    notDismissed: 'The pair was not dismissed',
    more: (shown: number, total: number) =>
      `The ${shown} likeliest of ${total} pairs. The others follow as you deal with these.`,
    dismissedTitle: 'Dismissed',
    dismissedBy: (name: string | null) => `by ${name ?? 'somebody who has left'} on`,
    restore: 'List again',
    restoreOf: (one: string, other: string) => `List ${one} and ${other} again`,
    restored: 'The pair is listed again',
    notRestored: 'The pair was not listed again',
  },

  like: {
    email: (name: string) => `${name} has this address already.`,
    name: (name: string) => `There is a patient called ${name} already.`,
    open: (name: string) => `Open ${name}`,
  },

  split: {
    title: 'Split this record',
    lead: (name: string) =>
      `If ${name}’s record holds what belongs to somebody else, choose it here and move it to where it belongs.`,
    back: (name: string) => `Back to ${name}`,
    open: 'Move a part to another record',
    failed: 'What the record holds could not be loaded',
    whereTo: 'Where to',
    record: 'The record',
    toNew: 'A new record',
    toOther: 'A patient whom the clinic has already',
    newName: 'Name of the other person',
    newNameHint: 'The new record has no account. If the person joins later, merge the two records.',
    other: 'The other patient',
    otherHint: 'Type a part of the name.',
    same: 'That is the record you are on. Choose another one.',
    what: 'What belongs to the other person',
    nothingHere: 'This record holds nothing that can be moved.',
    chooseAll: 'Choose all',
    onlyNewest: (shown: number, total: number) => `The newest ${shown} of ${total}.`,
    repeats: 'repeats: all visits of the series move together',
    chosen: (number: number) => `${number} chosen`,
    kinds: {
      visits: 'Visits',
      notes: 'Notes',
      files: 'Files',
      messages: 'Messages',
      lessons: 'Lessons',
      programs: 'Programs',
      tasks: 'Tasks',
    } satisfies Record<SplitKind, string>,
    counts: {
      visits: count('visit', 'visits'),
      notes: count('note', 'notes'),
      files: count('file', 'files'),
      messages: count('message', 'messages'),
      lessons: count('lesson', 'lessons'),
      programs: count('program', 'programs'),
      tasks: count('task', 'tasks'),
    } satisfies Record<SplitKind, (number: number) => string>,
    detail: {
      open: 'open',
      completed: 'completed',
      withdrawn: 'taken back',
      running: 'running',
      ended: 'ended',
      done: 'done',
      onlyFiles: 'Files without words',
    },
    preview: 'What happens',
    previewFailed: 'What would happen could not be determined',
    previewHint: 'Choose what is to move, and where to.',
    moves: (name: string) => `Moves to ${name}`,
    newRecord: 'the new record',
    stays: (name: string) => `Stays with ${name}`,
    nothingStays: 'Nothing of these kinds',
    with: 'Files of messages, the history of visits and what was shown in them move along.',
    money:
      'Money always stays: plans, payments, refunds, receipts, invoices, disputes, agreements and value receipts. Correct them where they are, by a refund for example.',
    alsoStays:
      'Personal details, health information, the care plan, feedback, consents and who may act for the patient stay too.',
    obstacles: 'This cannot be moved yet',
    why: {
      nothing: 'Nothing is chosen.',
      gone: 'Something that you chose is no longer here. Load the page again.',
      series: 'Some visits repeat. Choose all of the series, or none.',
      visits: 'The other record has a visit at the same time. Move or cancel one of them first.',
      running: 'One of the visits is going on. Finish it first.',
      lessons:
        'The other record has one of these lessons or programs open already. Take one of them back first.',
      held: 'A legal hold is on one of the records. Nothing of it moves until the hold is released.',
      erased: 'One of the records has been erased.',
    } satisfies Record<SplitObstacle, string>,
    warnings: {
      plan: 'A plan covers this patient. Visits that move count as used in it no more; value receipts that were made stay as they are.',
      account: 'The other patient signs in and will see what moves.',
      guardian: 'Somebody acts for one of the patients: they see what moves there, and what leaves no more.',
      reminders:
        'Visits are still to come. Reminders that wait are sent to the other person; text messages that wait are withheld.',
    } satisfies Record<SplitWarning, string>,
    action: 'Move to the other record',
    ask: {
      title: (items: string, name: string) => `Move ${items} to ${name}?`,
      consequence:
        'What moves disappears from this record. It can be taken back from this page; what is written into the other record in the meantime stays there.',
      keep: 'Leave as it is',
      action: 'Move',
    },
    done: 'The record is split',
    doneText: 'On this page it can be taken back.',
    notDone: 'The record was not split',
    went: (items: number, name: string) =>
      `${items === 1 ? 'One entry' : `${items} entries`} moved to ${name} on`,
    came: (items: number, name: string) =>
      `${items === 1 ? 'One entry' : `${items} entries`} came from ${name} on`,
    undo: 'Take back',
    undoOf: (name: string) => `Take back what was moved, ${name}`,
    undoAsk: {
      title: (name: string) => `Bring back what was moved, with ${name}?`,
      consequence:
        'What moved goes back to where it came from. What was written since stays where it is, and a new record that holds nothing else disappears.',
      keep: 'Leave as it is',
      action: 'Take back',
    },
    undone: 'What was moved is back',
    notUndone: 'It was not taken back',
  },

  page: {
    title: 'Merge records',
    lead: (name: string) => `Everything of the other record becomes part of ${name}’s. It can be taken back.`,
    back: (name: string) => `Back to ${name}`,
    other: 'The other record',
    otherHint: 'Type a part of the name. Choose the one that is to disappear.',
    noPatientTitle: 'This is no patient',
    noPatient: 'Only records of patients can be merged.',
    otherChosen: 'The chosen record',
    same: 'That is the record you are on. Choose another one.',
    failed: 'The records could not be compared',
    stays: 'Stays',
    disappears: 'Disappears',
    created: 'Created',
    account: 'Account',
    hasAccount: 'Signs in',
    noAccount: 'None',
    born: 'Date of birth',
    phone: 'Phone',
    has: 'Has',
    nothing: 'Nothing so far',
    unknown: 'Not given',
    address: 'Address',
    fields: { bornOn: 'Date of birth', phone: 'Phone', address: 'Address' } satisfies Record<
      DetailField,
      string
    >,
    health: 'Health information',
    healthFacts: {
      emergencyContact: 'Emergency contact',
      emergencyPhone: 'Emergency phone',
      allergies: 'Allergies',
      medications: 'Medications',
      conditions: 'Medical conditions',
    } satisfies Record<keyof ComparedHealth, string>,
    carePlan: 'Care plan',
    carePlanFacts: { steps: 'Timeline', themes: 'Themes', visits: 'Visits' },
    changed: 'Changed',
    apart: (years: number) =>
      `The dates of birth lie ${years === 1 ? 'a year' : `${years} years`} apart, as those of a parent and a child may.`,
    agesChecked: 'I have checked that both records are of one person',
    differ: 'The dates of birth differ. Make sure that this is one person.',
    keep: 'What stays where both have it',
    keepHint: 'The other comes back if the records are parted again.',
    name: 'Name',
    email: 'Email',
    sections: {
      health: 'Health information',
      preferences: 'Notification preferences',
      carePlan: 'Care plan',
    } satisfies Record<MergeSection, string>,
    ofInto: (name: string) => `Of ${name}, which stays`,
    ofFrom: (name: string) => `Of ${name}, which disappears`,
    obstacles: 'These records cannot be merged yet',
    why: {
      accounts: 'Both people sign in with an account of their own. Remove one of them from the clinic first.',
      plans: 'Both have a plan that is running. End one of them first.',
      covered_together: 'One plan covers both. Change who is covered first.',
      visits: 'Both have a visit at the same time. Move or cancel one of them first.',
      guardian: 'One of them looks after the other. End that access first.',
      dispute: 'A payment of the record that disappears is disputed. Wait until the bank has decided.',
      held: 'A legal hold is on one of the records. It must be released first.',
      erased: 'One of them has been erased.',
    } satisfies Record<MergeObstacle, string>,
    action: 'Merge records',
    ask: {
      title: (from: string, into: string) => `Make ${from} part of ${into}?`,
      consequence: 'The other record disappears from every list, and links to it lead here.',
      keep: 'Keep both',
      action: 'Merge records',
    },
    done: 'The records are one',
    doneText: 'On this page they can be parted again.',
    notDone: 'The records were not merged',
    counts: {
      visits: count('visit', 'visits'),
      messages: count('message', 'messages'),
      lessons: count('lesson', 'lessons'),
      notes: count('note', 'notes'),
      files: count('file', 'files'),
      payments: count('payment', 'payments'),
      plans: count('plan', 'plans'),
    } satisfies Record<keyof PatientCounts, (number: number) => string>,
  },
} as const
