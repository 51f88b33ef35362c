import { type SampleCalls, writers } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { anInvitation } from '#testing/sign-in/people.ts'

export const calls: SampleCalls = {
  'count-uninvited': {},
  'invite-uninvited': {},
  'invite-patient': {
    input: ({ world }) => ({
      clinicId: world.clinics.one.id,
      email: aGuestAddress(),
      role: 'patient',
    }),
    answers: writers,
    ids: async ({ test, world }) => ({ patientId: await aRecord(test.db, world.clinics.one) }),
    foreign: { clinicId: 'not_allowed' },
    asks: ['members:invite-patient', 'members:invite-team', 'members:invite-admin'],
  },
  'own-invitations': {
    answers: { rest: 'ok' },
  },
  'resend-invitation': {
    input: waitingPatient,
    asks: ['members:invite-team', 'members:invite-admin'],
  },
  'revoke-invitation': {
    input: waitingPatient,
    asks: ['members:invite-team', 'members:invite-admin'],
  },
}

async function waitingPatient({ test, world }: Scene): Promise<object> {
  const { membershipId } = await anInvitation(test.db, world.clinics.one, {
    email: aGuestAddress(),
    role: 'patient',
  })
  return { membershipId }
}
