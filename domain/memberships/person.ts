import { hasNoAccount, isAccepted, type MemberPlan, type MemberView } from './member-list.ts'

/** Instants are ISO strings. */
export interface PersonView extends Omit<MemberView, 'id'> {
  /** Null for a record without a membership, such as after its account was deleted. */
  membershipId: string | null
  /** Whether a guardian reads the patient's messages. */
  isReadByGuardian: boolean
  /** Of a mail to the address; null: none (docs/decisions/0219). */
  emailReport: { report: 'no_address' | 'complaint'; reportedAt: string } | null
  /** When the person was removed. */
  endedAt: string | null
  /** All plans that ever ran, newest first. */
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

export function readsMessages(person: PersonView): boolean {
  return standingOf(person) === 'active' || (person.isReadByGuardian && person.endedAt === null)
}

/** `not-accepted`: invited and activated by the clinic, but without an account. */
export function standingOf(
  person: Pick<
    PersonView,
    'membershipId' | 'endedAt' | 'suspendedAt' | 'status' | 'userId' | 'patientId' | 'invitation'
  >,
): Standing {
  const { membershipId, endedAt, suspendedAt, status } = person
  if (endedAt) return 'removed'
  if (!membershipId) return 'no-account'
  if (suspendedAt) return 'deactivated'
  if (hasNoAccount(person)) return 'no-account'
  return isAccepted(person) ? status : 'not-accepted'
}
