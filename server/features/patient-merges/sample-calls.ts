import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aMerge, aRecord } from '#testing/patient-merges.ts'

export const calls: SampleCalls = {
  'compare-patients': {
    input: async (scene) => pairOf(scene),
  },
  'merge-patients': {
    input: pairOf,
  },
  'part-patients': {
    input: async ({ test, world }) => ({ mergeId: await aMerge(test.db, world.clinics.one) }),
  },
  'person-merges': {
    input: ({ world }) => ({ patientId: world.owners.patient.patientId }),
  },
  'dismiss-duplicates': {
    input: async (scene) => otherPairOf(scene),
  },
  'restore-duplicates': {
    input: async (scene) => {
      const pair = await otherPairOf(scene)
      const { clinics } = scene.world
      await scene.test.db.asOwner(
        `insert into app.dismissed_duplicates (clinic_id, patient_id, other_patient_id, dismissed_at, dismissed_by)
       values ($1, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid), now(), $4)`,
        [clinics.one.id, pair.patientId, pair.otherId, clinics.one.admin.userId],
      )
      return pair
    },
  },
  'patients-like': {
    input: () => ({ name: 'Nora Lindquist', email: '' }),
  },
}

async function pairOf({ test, world }: Scene) {
  const [intoId, fromId] = [
    await aRecord(test.db, world.clinics.one),
    await aRecord(test.db, world.clinics.one),
  ]
  return { intoId, fromId }
}

const otherPairOf = async (scene: Scene) => {
  const { intoId, fromId } = await pairOf(scene)
  return { patientId: intoId, otherId: fromId }
}
