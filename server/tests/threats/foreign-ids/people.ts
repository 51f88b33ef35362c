import { aCarePlanForm } from '#testing/care-plans.ts'
import type { TestDatabase } from '#testing/database.ts'
import { someFeedback } from '#testing/feedback.ts'
import { aThread } from '#testing/messages.ts'
import type { TestClinic } from '#testing/people.ts'
import { aTask } from '#testing/tasks.ts'
import { fileInput, type IdCase, type IdWorld, uuid } from './id-case.ts'

/** Functions that take ids: what is known and said about a person. */
export const peopleIds = ({ test, scene, one, two, patientOf, noteAbout, userOf }: IdWorld): IdCase[] => [
  {
    call: 'patient-import',
    input: (id) => ({ importId: id }),
    actor: 'admin',
    own: { id: () => importOf(test().db, one()), answer: 'ok' },
    lower: { actor: 'staff', id: () => importOf(test().db, one()), answer: 'not_allowed' },
    foreign: { id: () => importOf(test().db, two()), answer: 'not_found' },
  },
  {
    call: 'mark-notices-read',
    input: (id) => ({ noticeIds: Array.isArray(id) ? id : [id] }),
    isList: true,
    actor: 'staff',
    own: { id: uuid, answer: 'ok' },
    lower: { actor: 'patient', id: uuid, answer: 'not_allowed' },
    foreign: { id: uuid, answer: 'ok' },
  },
  ...[
    {
      call: 'save-task',
      input: (id: unknown) => ({
        taskId: id,
        version: 1,
        title: 'Call back',
        patientId: '',
        assigneeId: userOf('staff'),
        dueOn: '',
      }),
    },
    { call: 'complete-task', input: (id: unknown) => ({ taskId: id, isDone: true }) },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'staff',
      own: { id: async () => (await aTask(test().db, one())).id, answer: 'ok' },
      lower: { actor: 'viewer', id: async () => (await aTask(test().db, one())).id, answer: 'not_allowed' },
      foreign: { id: async () => (await aTask(test().db, two())).id, answer: 'not_found' },
    }),
  ),
  ...[
    {
      call: 'send-message',
      input: (id: unknown) => ({ patientId: id, body: 'Is Thursday at ten possible?', attempt: uuid() }),
    },
    { call: 'read-messages', input: (id: unknown) => ({ patientId: id, upTo: 1 }) },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'staff',
      own: { id: () => patientOf('patient'), answer: 'ok' },
      // a patient writes in their own thread only
      lower: { actor: 'patient', id: () => patientOf('otherPatient'), answer: 'not_found' },
      foreign: { id: () => patientOf('foreignPatient'), answer: 'not_found' },
    }),
  ),
  ...[
    { call: 'assign-thread', input: (id: unknown) => ({ patientId: id, assigneeId: userOf('staff') }) },
    { call: 'close-thread', input: (id: unknown) => ({ patientId: id, isClosed: true }) },
  ].map(
    (each): IdCase => ({
      ...each,
      actor: 'staff',
      own: { id: async () => (await aThread(test().db, one())).patientId, answer: 'ok' },
      lower: {
        actor: 'viewer',
        id: async () => (await aThread(test().db, one())).patientId,
        answer: 'not_allowed',
      },
      foreign: { id: async () => (await aThread(test().db, two())).patientId, answer: 'not_found' },
    }),
  ),
  {
    call: 'answer-feedback',
    input: (id) => ({ feedbackId: id, isAnswered: true }),
    actor: 'staff',
    own: { id: async () => (await someFeedback(test().db, one())).id, answer: 'ok' },
    lower: {
      actor: 'viewer',
      id: async () => (await someFeedback(test().db, one())).id,
      answer: 'not_allowed',
    },
    foreign: { id: async () => (await someFeedback(test().db, two())).id, answer: 'not_found' },
  },
  {
    call: 'file-links',
    input: (id) => ({ fileIds: Array.isArray(id) ? id : [id] }),
    isList: true,
    actor: 'staff',
    own: { id: () => scene().plant.personFile(one().id, patientOf('patient')), answer: 'ok 1' },
    lower: {
      actor: 'patient',
      id: () => scene().plant.personFile(one().id, patientOf('patient')),
      answer: 'ok 0',
    },
    foreign: { id: () => scene().plant.personFile(two().id, patientOf('foreignPatient')), answer: 'ok 0' },
  },
  {
    call: 'set-avatar',
    input: fileInput,
    actor: 'patient',
    own: { id: () => scene().plant.picture(userOf('patient')), answer: 'ok' },
    lower: {
      actor: 'patient',
      id: () => scene().plant.picture(userOf('otherPatient')),
      answer: 'not_found',
    },
    foreign: {
      id: () => scene().plant.picture(scene().world.owners.foreignPatient.userId),
      answer: 'not_found',
    },
  },
  {
    call: 'set-clinic-logo',
    input: fileInput,
    actor: 'admin',
    own: { id: () => scene().plant.picture(userOf('admin'), one().id), answer: 'ok' },
    lower: {
      actor: 'staff',
      id: () => scene().plant.picture(userOf('staff'), one().id),
      answer: 'not_allowed',
    },
    foreign: { id: () => scene().plant.picture(userOf('admin'), two().id), answer: 'not_found' },
  },
  {
    call: 'share-file',
    input: (fileId) => ({ fileId, isShared: true }),
    actor: 'staff',
    own: { id: () => scene().plant.personFile(one().id, patientOf('patient')), answer: 'ok' },
    lower: {
      actor: 'viewer',
      id: () => scene().plant.personFile(one().id, patientOf('patient')),
      answer: 'not_allowed',
    },
    foreign: {
      id: () => scene().plant.personFile(two().id, patientOf('foreignPatient')),
      answer: 'not_found',
    },
  },
  {
    call: 'remove-file',
    input: fileInput,
    actor: 'admin',
    own: { id: () => scene().plant.personFile(one().id, patientOf('patient')), answer: 'ok' },
    lower: {
      actor: 'viewer',
      id: () => scene().plant.personFile(one().id, patientOf('patient')),
      answer: 'not_allowed',
    },
    foreign: {
      id: () => scene().plant.personFile(two().id, patientOf('foreignPatient')),
      answer: 'not_found',
    },
  },
  {
    call: 'person-looks',
    input: (id) => ({ patientId: id }),
    actor: 'admin',
    own: { id: () => patientOf('patient'), answer: 'ok' },
    lower: { actor: 'staff', id: () => patientOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => patientOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'save-care-plan',
    input: (id) => aCarePlanForm(String(id)),
    actor: 'staff',
    own: { id: () => patientOf('patient'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => patientOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => patientOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'add-person-note',
    input: (id) => ({ patientId: id, body: 'Prefers mornings.' }),
    actor: 'staff',
    own: { id: () => patientOf('patient'), answer: 'ok' },
    lower: { actor: 'viewer', id: () => patientOf('patient'), answer: 'not_allowed' },
    foreign: { id: () => patientOf('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'change-person-note',
    input: (id) => ({ noteId: id, body: 'Prefers afternoons.', version: 1 }),
    actor: 'admin',
    own: { id: () => noteAbout('patient'), answer: 'ok' },
    lower: { actor: 'staff', id: () => noteAbout('patient'), answer: 'not_allowed' },
    foreign: { id: () => noteAbout('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'remove-person-note',
    input: (id) => ({ noteId: id, isRemoved: true }),
    actor: 'admin',
    own: { id: () => noteAbout('patient'), answer: 'ok' },
    lower: { actor: 'staff', id: () => noteAbout('patient'), answer: 'not_allowed' },
    foreign: { id: () => noteAbout('foreignPatient'), answer: 'not_found' },
  },
  {
    call: 'person',
    input: (id) => ({ personId: id }),
    actor: 'staff',
    own: { id: () => patientOf('patient'), answer: 'ok' },
    lower: { actor: 'patient', id: () => patientOf('otherPatient'), answer: 'not_allowed' },
    foreign: { id: () => patientOf('foreignPatient'), answer: 'not_found' },
  },
  {
    // a place in the list: one that is none of the clinic's is its beginning
    call: 'list-members',
    input: (id) => ({ afterId: id }),
    actor: 'staff',
    own: { id: () => scene().world.owners.patient.membershipId, answer: 'ok' },
    lower: { actor: 'patient', id: () => scene().world.owners.patient.membershipId, answer: 'not_allowed' },
    foreign: { id: () => scene().world.owners.foreignPatient.membershipId, answer: 'ok' },
  },
  {
    // an id to filter by: whoever never did anything here is everybody else
    call: 'clinic-activity',
    input: (id) => ({ actorId: id }),
    actor: 'admin',
    own: { id: () => one().admin.userId, answer: 'ok' },
    lower: { actor: 'staff', id: () => one().admin.userId, answer: 'not_allowed' },
    foreign: { id: () => two().admin.userId, answer: 'ok' },
  },
]

async function importOf(db: TestDatabase, clinic: TestClinic): Promise<string> {
  const [made] = await db.asOwner<{ id: string }>(
    `insert into app.patient_imports (clinic_id, attempt, invites, created_at)
     values ($1, gen_random_uuid()::text, false, now()) returning id`,
    [clinic.id],
  )
  return made?.id ?? ''
}
