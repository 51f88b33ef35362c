import type { InvitationView } from '#domain/invitations/invitations.ts'
import type { Services } from '#server/clinic/action.ts'
import { invitePatient } from '#server/features/invitations/invite-patient.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import type { TestClinic } from './sign-in/people.ts'

export const aGuestAddress = () => `guest-${crypto.randomUUID()}@example.test`

/** Invites through the product's own action; by default a patient at a new address. */
export async function inviteInto(
  { services }: { services: Services },
  clinic: Pick<TestClinic, 'id'>,
  by: Caller,
  changes: object = {},
): Promise<InvitationView> {
  const body = { clinicId: clinic.id, email: aGuestAddress(), role: 'patient', name: 'Dana', ...changes }
  const answer = (await invitePatient.call(services, by, body)) as { invitation: InvitationView }
  return answer.invitation
}
