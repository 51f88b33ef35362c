import type { MemberPlan, MemberView } from './member-list.ts'

/** Whose page it is: answer of `person`. Instants are ISO strings. */
export interface PersonView extends Omit<MemberView, 'id'> {
  /** null for a patient whom the clinic entered itself and who has no account */
  membershipId: string | null
  /** whether a guardian reads messages to the patient for them */
  isReadByGuardian: boolean
  /** when the person was removed */
  endedAt: string | null
  /** all plans that ever ran, newest first */
  plans: MemberPlan[]
}

export type Standing = 'active' | 'pending' | 'invited' | 'deactivated' | 'removed' | 'no-account'

/** Whether somebody would read a message to the patient: they themself, or who looks after them. */
export function readsMessages(person: PersonView): boolean {
  return standingOf(person) === 'active' || (person.isReadByGuardian && person.endedAt === null)
}

/** How a person stands to the clinic, in one word. */
export function standingOf({
  membershipId,
  endedAt,
  suspendedAt,
  status,
}: Pick<PersonView, 'membershipId' | 'endedAt' | 'suspendedAt' | 'status'>): Standing {
  if (endedAt) return 'removed'
  if (!membershipId) return 'no-account'
  return suspendedAt ? 'deactivated' : status
}
