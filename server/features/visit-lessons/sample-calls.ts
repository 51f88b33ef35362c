import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { type SampleCalls, visitOf } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aPresentation, aVisitLesson } from '#testing/presentations.ts'

export const calls: SampleCalls = {
  'set-visit-lesson': {
    input: async (scene, actor) => ({
      appointmentId: await visitOf(scene, actor),
      presentationId: (await aPresentation(scene.test.db, scene.world.clinics.one)).itemId,
    }),
  },
  'show-slide': {
    input: async (scene, actor) => ({ lessonId: await lessonOf(scene, actor), slide: 1 }),
  },
  'finish-visit-lesson': {
    input: async (scene, actor) => ({
      lessonId: await lessonOf(scene, actor, true),
      answers: [],
    }),
  },
}

async function lessonOf(scene: Scene, actor: ActorName, isStarted = false): Promise<string> {
  const { test, world } = scene
  const lesson = await aVisitLesson(test.db, world.clinics.one, await visitOf(scene, actor), { isStarted })
  return lesson.lessonId
}
