import type { SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import { aTask } from '#testing/tasks.ts'

export const calls: SampleCalls = {
  'save-task': {
    input: ({ world }) => ({
      version: 0,
      title: 'Call back',
      patientId: world.owners.patient.patientId,
      assigneeId: world.people.staff?.userId,
      dueOn: '',
    }),
    ids: async ({ test, world }) => ({ taskId: (await aTask(test.db, world.clinics.one)).id, version: 1 }),
    foreign: { patientId: 'invalid_input', assigneeId: 'invalid_input' },
  },
  'complete-task': {
    input: async ({ test, world }) => ({
      taskId: (await aTask(test.db, world.clinics.one)).id,
      isDone: true,
    }),
  },
}
