import { contentOf, provenPatients, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { anAssignment } from '#testing/assignments.ts'
import { anEnrollment, aProgram } from '#testing/programs.ts'

export const calls: SampleCalls = {
  'assign-lesson': {
    input: async (scene) => ({
      itemId: await contentOf(scene, 'published'),
      patientIds: [scene.world.owners.patient.patientId],
    }),
  },
  'own-programs': {
    answers: provenPatients,
  },
  'withdraw-assignment': {
    input: async (scene) => ({ assignmentId: await assignmentOf(scene), isWithdrawn: true }),
  },
  'push-correction': {
    input: async (scene) => ({ itemId: await contentOf(scene, 'published') }),
  },
  'assign-program': {
    input: async ({ test, world }) => ({
      programId: (await aProgram(test.db, world.clinics.one)).programId,
      patientIds: [world.owners.patient.patientId],
    }),
  },
  'end-enrollment': {
    input: async ({ test, world }) => ({
      enrollmentId: await anEnrollment(test.db, world.clinics.one, world.owners.patient),
    }),
  },
}

async function assignmentOf({ test, world }: Scene): Promise<string> {
  return (await anAssignment(test.db, world.clinics.one, world.owners.patient)).id
}
