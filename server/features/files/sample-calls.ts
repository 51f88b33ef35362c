import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'

export const calls: SampleCalls = {
  'file-links': {
    input: async (scene) => ({ fileIds: [await aPersonFile(scene)] }),
    // which files it returns: foreign-ids.test.ts
    answers: { rest: 'ok', guardian: 'ok', limitedGuardian: 'ok' },
    foreign: 'ok 0',
  },
  'set-avatar': {
    input: () => ({ fileId: null }),
    answers: { rest: 'ok' },
    ids: async ({ plant, world }, actor) => ({
      fileId: await plant.picture(world.people[actor]?.userId ?? world.clinics.one.admin.userId),
    }),
  },
  'set-clinic-logo': {
    input: () => ({ fileId: null }),
    ids: async ({ plant, world: { clinics } }) => ({
      fileId: await plant.picture(clinics.one.admin.userId, clinics.one.id),
    }),
  },
  'share-file': {
    input: async (scene) => ({ fileId: await aPersonFile(scene), isShared: true }),
  },
  'remove-file': {
    input: async (scene) => ({ fileId: await aPersonFile(scene) }),
  },
}

function aPersonFile({ plant, world }: Scene): Promise<string> {
  return plant.personFile(world.clinics.one.id, world.owners.patient.patientId)
}
