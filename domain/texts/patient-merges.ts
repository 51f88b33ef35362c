import type { DuplicateReason } from '../patient-merges/duplicates.ts'
import type { ComparedHealth, MergeObstacle, PatientCounts } from '../patient-merges/patient-merges.ts'

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
    lead: (name: string) => `If the clinic has a second record of ${name}, merge them.`,
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
    wins: (name: string) =>
      `Where both records have a value, that of ${name} is used: personal details, health information, preferences and care plan. The other values return when the records are parted.`,
    accountWins: (name: string) => `Name and email are those of ${name}, who signs in.`,
    email: 'Email',
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
