import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aGuardian } from '#testing/guardians.ts'
import { aThread } from '#testing/messages.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { addMessageNote } from './add-message-note.ts'
import { removeMessageNote } from './remove-message-note.ts'

const body = 'Mother asked about the bill; call her first.'
const { test, clinic } = await setUpClinic()
const sam = await aStaffMember(test.db, clinic)
const patient = (await aThread(test.db, clinic)).patient

const add = (by: Caller, patientId = patient.patientId, attempt: string = crypto.randomUUID()) =>
  addMessageNote.call(test.services, by, { patientId, body: ` ${body} `, attempt })
const notesSeenBy = (by: Caller) =>
  test.services.transactions.withActor(by, (tx) =>
    tx.selectFrom('message_notes').select(['patient_id', 'author_id', 'body']).execute(),
  )
const notesOf = (patientId: string) =>
  test.db.asOwner<{ id: string }>('select id from message_notes where patient_id = $1', [patientId])

it('is read by the whole team, read-only members too', async () => {
  await add(sam.caller())
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  for (const reader of [sam, viewer, clinic.admin])
    expect(await notesSeenBy(reader.caller())).toContainEqual({
      patient_id: patient.patientId,
      author_id: sam.userId,
      body,
    })
})

it('is closed to the patient, a guardian, the Billing role, support, visitors and another clinic', async () => {
  await add(sam.caller())
  const guardian = await aGuardian(test.db, clinic, { patientId: patient.patientId })
  const bookkeeper = await aStaffMember(test.db, clinic, { isBillingOnly: true })
  const visitor = { ...sam.caller(), userId: null, sessionId: null }
  for (const by of [patient.caller(), guardian.caller, bookkeeper.caller(), visitor])
    await expect(notesSeenBy(by)).rejects.toMatchObject({ code: '42501' })
  const { rows } = await test.services.transactions.withSystem('test', (tx) =>
    sql<{ role: string }>`
      select r.role from unnest(array['anon', 'authenticated', 'clinic_patient', 'clinic_guardian', 'clinic_billing_only',
        'clinic_support', 'clinic_staff']) r (role)
       where has_any_column_privilege(r.role, 'public.message_notes', 'select, insert, update, references')`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([{ role: 'clinic_staff' }])
  const other = await aClinic(test.db)
  expect(await notesSeenBy(other.admin.caller())).toEqual([])
  await expect(add(other.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
})

it('changes nothing that the patient can notice, and notifies no one', async () => {
  const { patientId } = await aThread(test.db, clinic, { messages: [{ from: 'patient', body: 'Hello?' }] })
  const facts = () =>
    test.db.asOwner(
      `select to_jsonb(t) as thread, (select count(*) from messages m where m.patient_id = $1) as messages,
              (select count(*) from user_notices n where n.patient_id = $1) as notices,
              (select count(*) from app.notices) as facts, (select count(*) from app.mails) as mails,
              (select count(*) from app.text_messages) as texts
         from message_threads t where t.patient_id = $1`,
      [patientId],
    )
  const before = await facts()
  await add(sam.caller(), patientId)
  expect(await notesOf(patientId)).toHaveLength(1)
  expect(await facts()).toEqual(before)
})

it('may come before the first message, and begins no conversation', async () => {
  const { patientId } = await aPatient(test.db, clinic)
  await add(sam.caller(), patientId)
  expect(await notesOf(patientId)).toHaveLength(1)
  expect(await test.db.asOwner('select 1 from message_threads where patient_id = $1', [patientId])).toEqual(
    [],
  )
})

it('is stored once for each attempt of its author', async () => {
  const { patientId } = await aPatient(test.db, clinic)
  const attempt = crypto.randomUUID()
  await Promise.all([add(sam.caller(), patientId, attempt), add(sam.caller(), patientId, attempt)])
  expect(await notesOf(patientId)).toHaveLength(1)
  await add(clinic.admin.caller(), patientId, attempt)
  expect(await notesOf(patientId)).toHaveLength(2)
})

it('audits writing and removal with the patient, without the content', async () => {
  const { patientId } = await aPatient(test.db, clinic)
  await add(sam.caller(), patientId)
  const [note] = await notesOf(patientId)
  const noteId = note?.id ?? ''
  await removeMessageNote.call(test.services, sam.caller(), { noteId })
  expect(
    await test.db.asOwner(
      'select action, patient_ids, details from app.audit_log where subject_id = $1 order by id',
      [noteId],
    ),
  ).toEqual(
    ['note.written', 'note.removed'].map((action) => ({ action, patient_ids: [patientId], details: {} })),
  )
})
