import { isAccepted, type MemberPlan, type MemberView } from './member-list.ts'

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

export type Standing =
  | 'active'
  | 'not-accepted'
  | 'pending'
  | 'invited'
  | 'deactivated'
  | 'removed'
  | 'no-account'

/** Whether somebody would read a message to the patient: they themself, or who looks after them. */
export function readsMessages(person: PersonView): boolean {
  return standingOf(person) === 'active' || (person.isReadByGuardian && person.endedAt === null)
}

/** A person's standing with the clinic. `not-accepted`: activated by the clinic, without an account so far. */
export function standingOf(
  person: Pick<PersonView, 'membershipId' | 'endedAt' | 'suspendedAt' | 'status' | 'userId'>,
): Standing {
  const { membershipId, endedAt, suspendedAt, status } = person
  if (endedAt) return 'removed'
  if (!membershipId) return 'no-account'
  if (suspendedAt) return 'deactivated'
  return isAccepted(person) ? status : 'not-accepted'
}
