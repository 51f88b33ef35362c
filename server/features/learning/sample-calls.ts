import { contentOf, provenPatients, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aContentItem } from '#testing/content.ts'

export const calls: SampleCalls = {
  'record-reading': {
    input: async (scene) => ({ itemId: await contentOf(scene, 'published'), position: 0.5 }),
    answers: provenPatients,
  },
  'save-for-later': {
    input: async (scene) => ({ itemId: await contentOf(scene, 'published'), isSaved: true }),
    answers: provenPatients,
  },
  'complete-lesson': {
    input: async (scene) => ({ itemId: await pictureOf(scene) }),
    answers: provenPatients,
  },
  'rate-lesson': {
    input: async (scene) => ({ itemId: await contentOf(scene, 'published'), rating: 5 }),
    answers: provenPatients,
  },
}

async function pictureOf({ test, world }: Scene): Promise<string> {
  const body = { type: 'image', fileId: null, alt: 'A knee' } as const
  return (await aContentItem(test.db, world.clinics.one, { body, status: 'published' })).itemId
}
