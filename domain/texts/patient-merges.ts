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

function reasonText(reasons: readonly DuplicateReason[]): string {
  const same = reasons.filter((reason) => reason !== 'similar_name').map((reason) => reasonWords[reason])
  const last = same.pop()
  const text = `Same ${same.length > 0 ? `${same.join(', ')} and ${last}` : last}`
  return reasons.includes('similar_name') ? `${text}, ${reasonWords.similar_name}` : text
}

export const patientMergeTexts = {
  person: {
    title: 'Duplicate records',
    lead: (name: string) => `If the clinic has a second record of ${name}, merge them.`,
    merge: 'Merge with another record',
    failed: 'The merged records could not be loaded',
    merged: (name: string) => `${name}, merged on`,
    waiting: (visits: number) =>
      `${visits === 1 ? 'A newer visit there overlaps' : `${visits} newer visits there overlap`} with another visit. Move or cancel the other one; the rest moves here within the hour.`,
    part: 'Split again',
    partOf: (name: string) => `Split again from ${name}`,
    ask: {
      title: (name: string) => `Split from ${name} again?`,
      consequence:
        'Entries from the other record return to it. Entries written since the merge stay here; please review them.',
      keep: 'Leave merged',
      action: 'Split records',
    },
    parted: 'The records are split',
    partFailed: 'The records were not split',
  },

  duplicates: {
    title: 'Possible duplicates',
    lead: 'Records that may belong to one person. Compare them first: twins and families can have similar records.',
    back: 'Back to members',
    link: (pairs: number) =>
      `${pairs === 1 ? 'Two records' : `${pairs} pairs of records`} may belong to one person.`,
    look: 'Review possible duplicates',
    failed: 'The possible duplicates could not be loaded',
    emptyTitle: 'No possible duplicates',
    empty:
      'No two records share enough of name, date of birth, phone number and email to suggest one person.',
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
    dismissedText: 'You can list it again under Dismissed.',
    notDismissed: 'The pair was not dismissed',
    more: (shown: number, total: number) =>
      `The ${shown} likeliest of ${total} pairs. The others follow once you have reviewed these.`,
    dismissedTitle: 'Dismissed',
    dismissedBy: (name: string | null) => `by ${name ?? 'a former team member'} on`,
    restore: 'List again',
    restoreOf: (one: string, other: string) => `List ${one} and ${other} again`,
    restored: 'The pair is listed again',
    notRestored: 'The pair was not listed again',
  },

  like: {
    email: (name: string) => `${name} already has this address.`,
    name: (name: string) => `A patient called ${name} already exists.`,
    open: (name: string) => `Open ${name}`,
  },

  page: {
    title: 'Merge records',
    lead: (name: string) => `The whole other record is merged into ${name}’s. You can undo this.`,
    back: (name: string) => `Back to ${name}`,
    other: 'The other record',
    otherHint: 'Enter part of the name. Choose the record to remove.',
    noPatientTitle: 'This person is not a patient',
    noPatient: 'Only patients’ records can be merged.',
    otherChosen: 'The chosen record',
    same: 'You have already opened this record. Choose another one.',
    failed: 'The records could not be compared',
    stays: 'Stays',
    disappears: 'Is removed',
    created: 'Created',
    account: 'Account',
    hasAccount: 'Signs in',
    noAccount: 'None',
    born: 'Date of birth',
    phone: 'Phone',
    has: 'Has',
    nothing: 'Nothing yet',
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
      `The dates of birth are ${years === 1 ? 'a year' : `${years} years`} apart: this could be a parent and a child.`,
    agesChecked: 'I have checked that both records belong to one person',
    differ: 'The dates of birth differ. Make sure that this is one person.',
    wins: (name: string) =>
      `If both records have a value, the value of ${name} is used. This applies to personal details, health information, preferences and the care plan. The other values return if the records are split.`,
    accountWins: (name: string) => `The name and email of ${name} are used, because ${name} signs in.`,
    email: 'Email',
    obstacles: 'These records cannot be merged yet',
    why: {
      accounts: 'Both records have their own account. Remove one of them from the clinic first.',
      plans: 'Both have a running plan. End one of the plans first.',
      covered_together: 'One plan covers both. Change the covered people first.',
      visits: 'Both have a visit at the same time. Move or cancel one of the visits first.',
      guardian: 'One is the guardian of the other. End that access first.',
      dispute: 'A payment of the record to remove is disputed. Wait until the bank has decided.',
      held: 'One of the records is on legal hold. Release the hold first.',
      erased: 'One of the records has been erased.',
    } satisfies Record<MergeObstacle, string>,
    action: 'Merge records',
    ask: {
      title: (from: string, into: string) => `Merge ${from} into ${into}?`,
      consequence: 'The other record is removed from every list, and links to it lead here.',
      keep: 'Keep both',
      action: 'Merge records',
    },
    done: 'The records are merged',
    doneText: 'You can split them again on this page.',
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
