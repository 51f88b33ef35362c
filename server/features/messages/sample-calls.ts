import type { ActorName } from '#db/tests/tenant-escape/expectations.ts'
import { provenPatients, recordOf, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aMessageNote, aThread } from '#testing/messages.ts'

export const calls: SampleCalls = {
  'send-message': {
    input: (scene, actor) => ({
      patientId: recordOf(scene, actor),
      body: 'Is Thursday at ten possible?',
      attempt: crypto.randomUUID(),
    }),
    answers: { ...provenPatients, guardian: 'ok', team: 'ok', viewer: 'not_allowed' },
    asks: ['messages:write'],
  },
  'read-messages': {
    input: (scene, actor) => ({ patientId: recordOf(scene, actor), upTo: 1 }),
    answers: { ...provenPatients, guardian: 'ok', team: 'ok', viewer: 'not_allowed' },
    asks: ['messages:write'],
  },
  'assign-thread': {
    input: async ({ test, world }) => {
      const { patientId } = await aThread(test.db, world.clinics.one)
      return { patientId, assigneeId: world.people.staff?.userId }
    },
    foreign: { assigneeId: 'invalid_input' },
  },
  'close-thread': {
    input: async ({ test, world }) => {
      const { patientId } = await aThread(test.db, world.clinics.one)
      return { patientId, isClosed: true }
    },
  },
  'add-message-note': {
    input: ({ world }) => ({
      patientId: world.owners.patient.patientId,
      body: 'Called, no answer.',
      attempt: crypto.randomUUID(),
    }),
  },
  'remove-message-note': {
    input: async (scene, actor) => ({ noteId: await noteOf(scene, actor) }),
  },
  'save-message-settings': {
    input: async (scene) => ({
      version: await settingsVersion(scene),
      replyWithin: 'one_day',
      awayText: '',
      awayFrom: '',
      awayUntil: '',
    }),
  },
}

async function settingsVersion({ test, world }: Scene): Promise<number> {
  const [row] = await test.db.asOwner<{ version: number }>(
    'select version from message_settings where clinic_id = $1',
    [world.clinics.one.id],
  )
  return row?.version ?? 0
}

function noteOf({ test, world }: Scene, actor: ActorName): Promise<string> {
  const author = world.people[actor]
  return aMessageNote(test.db, world.clinics.one, world.owners.patient, author ? { author } : {})
}
