import { contentOf, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { aProgram, aProgramForm } from '#testing/programs.ts'

export const calls: SampleCalls = {
  'save-program': {
    input: () => aProgramForm(),
    ids: async ({ test, world }) => ({
      programId: (await aProgram(test.db, world.clinics.one)).programId,
      version: 1,
    }),
  },
  'delete-program': {
    input: async ({ test, world }) => ({
      programId: (await aProgram(test.db, world.clinics.one)).programId,
      isDeleted: true,
    }),
  },
  'add-to-program': {
    input: async (scene) => ({
      programId: (await aProgram(scene.test.db, scene.world.clinics.one)).programId,
      itemId: await contentOf(scene, 'draft'),
    }),
  },
  'copy-program-example': {
    input: () => ({ key: 'sleep-optimization' }),
  },
}
