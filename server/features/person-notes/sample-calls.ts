import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aPersonNote } from '#testing/person-notes.ts'

export const calls: SampleCalls = {
  'add-person-note': {
    input: ({ world }) => ({
      patientId: world.owners.patient.patientId,
      body: 'Prefers mornings.',
    }),
  },
  'change-person-note': {
    input: async (scene, actor) => ({
      noteId: await noteOf(scene, actor),
      body: 'Prefers afternoons.',
      version: 1,
    }),
  },
  'remove-person-note': {
    input: async (scene, actor) => ({ noteId: await noteOf(scene, actor), isRemoved: true }),
  },
}

function noteOf({ test, world }: Scene, actor: ActorName): Promise<string> {
  const author = world.people[actor]
  return aPersonNote(test.db, world.clinics.one, world.owners.patient, author ? { author } : {})
}
