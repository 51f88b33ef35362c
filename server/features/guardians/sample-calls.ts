import { provenPatients, recordOf, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aChild, aGuardian, bornYearsAgo } from '#testing/guardians.ts'
import { aGuestAddress } from '#testing/invitations.ts'

export const calls: SampleCalls = {
  guardians: {
    input: (scene, actor) => ({ patientId: recordOf(scene, actor) }),
    answers: { ...provenPatients, team: 'ok' },
    asks: ['patients:read'],
  },
  'add-guardian': {
    input: ({ world }) => ({
      patientId: world.owners.otherPatient.patientId,
      fullName: 'Greta Guardian',
      email: aGuestAddress(),
      access: 'full',
      untilOn: '',
      agreedBy: 'Both parents, in the practice',
      bornOn: bornYearsAgo(7),
    }),
  },
  'accept-guardianship': {
    input: guardianshipOf,
    answers: { pending: 'email_not_confirmed', rest: 'not_found' },
    ids: async ({ test, world }, actor) => {
      const about = {
        ...(await aChild(test.db, world.clinics.one)),
        person: world.people[actor],
        accepted: false,
      }
      return { guardianId: (await aGuardian(test.db, world.clinics.one, about)).guardianshipId }
    },
  },
  'end-guardianship': {
    input: guardianshipOf,
    answers: { team: 'ok', viewer: 'not_found', rest: 'not_found' },
    asks: ['guardians:write'],
  },
  'ask-to-end-guardianship': {
    input: guardianshipOf,
    ids: async (scene, actor) => {
      const { test, world } = scene
      const about = { patientId: recordOf(scene, actor) }
      return { guardianId: (await aGuardian(test.db, world.clinics.one, about)).guardianshipId }
    },
    answers: {
      patient: 'ok',
      otherPatient: 'not_found',
      pending: 'email_not_confirmed',
      rest: 'not_allowed',
    },
  },
  'own-wards': {
    answers: { rest: 'ok' },
  },
  'save-guardian-rules': {
    input: async ({ test, world }) => {
      const id = world.clinics.one.id
      await test.db.asOwner('delete from guardian_rules where clinic_id = $1', [id])
      return { version: 0, rules: { limitedFrom: 12, endsAt: 18, invites: true } }
    },
  },
}

async function guardianshipOf({ test, world }: Scene): Promise<{ guardianId: string }> {
  const { patientId } = world.owners.patient
  const { guardianshipId } = await aGuardian(test.db, world.clinics.one, { patientId })
  return { guardianId: guardianshipId }
}
