import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SentMessage } from '#domain/messages/messages.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { aThread } from '#testing/messages.ts'
import { setUpServices } from '#testing/set-up.ts'
import {
  aClinic,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { aSecondFactor } from '#testing/sign-in/second-step.ts'
import { closeThread } from './close-thread.ts'
import { readMessages } from './read-messages.ts'
import { sendMessage } from './send-message.ts'

let clinic: TestClinic
let ann: Member
let nora: Patient
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
  ann = await aStaffMember(test.db, clinic, { name: 'Ann Reyes' })
  nora = await aPatient(test.db, clinic, { name: 'Nora Lindqvist' })
})

const send = (by: Member, changes: object = {}) =>
  sendMessage.call(test.services, by.caller(), {
    ...(by === nora ? {} : { patientId: nora.patientId }),
    body: 'Is Thursday at ten possible?',
    attempt: crypto.randomUUID(),
    ...changes,
  }) as Promise<SentMessage>

const thread = async ({ patientId } = nora) =>
  (
    await test.db.asOwner<Record<string, unknown>>('select * from message_threads where patient_id = $1', [
      patientId,
    ])
  )[0]

const noticesOf = async (person: Member) =>
  (
    await test.db.asOwner<{ patient_id: string }>(
      `select patient_id from user_notices where user_id = $1 and kind = 'message_received'`,
      [person.userId],
    )
  ).map(({ patient_id }) => patient_id)

async function anUpload(by: Member, about: Patient): Promise<string> {
  const [file] = await test.db.asOwner<{ id: string }>(
    `insert into files (clinic_id, owner_id, kind, sha256, media_type, state, size_bytes, received_bytes)
     values ($1, $2, 'message_attachment', repeat('0', 64), 'image/png', 'ready', 10, 10) returning id`,
    [clinic.id, by.userId],
  )
  await test.db.asOwner(
    `insert into patient_files (file_id, clinic_id, patient_id, kind, name, media_type, size_bytes, uploaded_by)
     values ($1, $2, $3, 'message_attachment', 'knee.png', 'image/png', 10, $4)`,
    [file?.id, clinic.id, about.patientId, by.userId],
  )
  return file?.id ?? ''
}

describe('send-message', () => {
  it('opens the thread with a patient’s first message, unread by the clinic', async () => {
    const sent = await send(nora)
    expect(sent.number).toBe(1)
    expect(await thread()).toMatchObject({
      last_number: 1,
      last_from: 'patient',
      clinic_unread: 1,
      patient_unread: 0,
      closed_at: null,
    })
    expect(
      await test.db.asOwner('select from_side, author_id, author_name, body from messages where id = $1', [
        sent.messageId,
      ]),
    ).toEqual([
      {
        from_side: 'patient',
        author_id: nora.userId,
        author_name: 'Nora Lindqvist',
        body: 'Is Thursday at ten possible?',
      },
    ])
  })

  it('signs the team’s answer with the writer’s name, unread by the patient', async () => {
    await send(nora)
    const { number } = await send(ann)
    expect(number).toBe(2)
    expect(await thread()).toMatchObject({ last_from: 'clinic', clinic_unread: 1, patient_unread: 1 })
    expect(
      await test.db.asOwner('select author_name from messages where patient_id = $1 and number = 2', [
        nora.patientId,
      ]),
    ).toEqual([{ author_name: 'Ann Reyes' }])
  })

  it('sends once per attempt: double click, second tab, repeated request', async () => {
    const attempt = crypto.randomUUID()
    const all = await Promise.all([send(nora, { attempt }), send(nora, { attempt }), send(nora, { attempt })])
    all.push(await send(nora, { attempt }))
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await thread()).toMatchObject({ last_number: 1, clinic_unread: 1 })
  })

  it('numbers simultaneous messages of both sides', async () => {
    const all = await Promise.all([send(nora), send(ann), send(clinic.admin), send(nora)])
    expect(all.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4])
    expect(await thread()).toMatchObject({ last_number: 4, clinic_unread: 2, patient_unread: 2 })
  })

  it('notifies all members who may answer, once until it has been read', async () => {
    const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
    await send(nora)
    await send(nora)
    for (const person of [ann, clinic.admin]) expect(await noticesOf(person)).toEqual([nora.patientId])
    expect(await noticesOf(viewer)).toEqual([])
    await readMessages.call(test.services, ann.caller(), { patientId: nora.patientId, upTo: 2 })
    await send(nora)
    expect(await noticesOf(ann)).toHaveLength(2)
  })

  it('notifies only the thread’s assignee, unless they have left', async () => {
    await aThread(test.db, clinic, { patient: nora, messages: [], assigneeId: ann.userId })
    await send(nora)
    expect([await noticesOf(ann), await noticesOf(clinic.admin)]).toEqual([[nora.patientId], []])
    await readMessages.call(test.services, ann.caller(), { patientId: nora.patientId, upTo: 1 })
    await test.db.asOwner(`update clinic_memberships set ended_at = now() where id = $1`, [ann.membershipId])
    await send(nora)
    expect(await noticesOf(clinic.admin)).toEqual([nora.patientId])
  })

  it('notifies the patient once until they have read it, by a mail without the content', async () => {
    await send(ann)
    await send(clinic.admin, { body: 'The referral letter has arrived' })
    await readMessages.call(test.services, nora.caller(), { upTo: 2 })
    await send(ann)
    await test.services.jobs.drain()
    const mails = await test.db.asOwner<{ subject: string; text_body: string }>(
      'select subject, text_body from app.mails where to_address = $1',
      [nora.email],
    )
    expect(mails.map(({ subject }) => subject)).toEqual([
      `${clinic.name} wrote to you`,
      `${clinic.name} wrote to you`,
    ])
    expect(mails.map(({ text_body }) => text_body).join()).not.toMatch(/Thursday|referral/)
    expect(mails[0]?.text_body).toContain('/home/messages')
  })

  it('reopens a closed thread with a patient’s message, not with the team’s', async () => {
    await send(nora)
    await closeThread.call(test.services, ann.caller(), { patientId: nora.patientId, isClosed: true })
    await send(ann)
    expect((await thread())?.closed_at).not.toBeNull()
    await send(nora)
    expect(await thread()).toMatchObject({ closed_at: null, closed_by: null })
  })

  it('sends files of the writer’s own, each once', async () => {
    const fileId = await anUpload(nora, nora)
    const { messageId } = await send(nora, { body: '', fileIds: [fileId] })
    expect(
      await test.db.asOwner(
        'select message_id, attached_at is not null as attached from patient_files where file_id = $1',
        [fileId],
      ),
    ).toEqual([{ message_id: messageId, attached: true }])
    await expect(send(nora, { fileIds: [fileId] })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path: 'fileIds', message: messageTexts.composer.filesGone }],
    })
    expect(await thread()).toMatchObject({ last_number: 1 })
  })

  it('refuses other users’ files', async () => {
    const other = await aPatient(test.db, clinic)
    for (const fileId of [
      await anUpload(ann, nora),
      await anUpload(nora, other),
      await anUpload(other, other),
      crypto.randomUUID(),
    ]) {
      await expect(send(nora, { fileIds: [fileId] })).rejects.toMatchObject({ code: 'invalid_input' })
    }
    expect(await thread()).toBeUndefined()
  })

  it.each([
    [{ body: ' \n ' }, { path: 'body', message: messageTexts.composer.empty }],
    [{ body: 'a'.repeat(4001) }, { path: 'body', message: messageTexts.composer.tooLong }],
    [
      { fileIds: Array.from({ length: 11 }, () => crypto.randomUUID()) },
      { path: 'fileIds', message: messageTexts.composer.tooManyFiles },
    ],
  ])('refuses invalid content at its field: %#', async (changes, field) => {
    await expect(send(nora, changes)).rejects.toMatchObject({ code: 'invalid_input', fields: [field] })
  })

  it('preserves line breaks and scripts as text', async () => {
    const body = 'Zwei Fragen:\n1. שלום\n2. <b>bold</b> & 👩‍⚕️'
    const { messageId } = await send(nora, { body })
    expect(await test.db.asOwner('select body from messages where id = $1', [messageId])).toEqual([{ body }])
  })

  it('lets a patient write in their own thread only, the team to patients of its clinic', async () => {
    const other = await aClinic(test.db)
    const foreign = await aPatient(test.db, other)
    const neighbor = await aPatient(test.db, clinic)
    for (const patientId of [foreign.patientId, neighbor.patientId, crypto.randomUUID()])
      await expect(send(nora, { patientId })).rejects.toMatchObject({ code: 'not_found' })
    for (const patientId of [foreign.patientId, crypto.randomUUID()])
      await expect(send(ann, { patientId })).rejects.toMatchObject({ code: 'not_found' })
    await expect(send(ann, { patientId: undefined })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('refuses a message that no one would read', async () => {
    await test.db.asOwner(
      `update clinic_memberships set status = 'invited', suspended_at = now() where id = $1`,
      [nora.membershipId],
    )
    await expect(send(ann)).rejects.toMatchObject({ code: 'patient_without_account' })
    expect(await thread()).toBeUndefined()
  })

  it('requires the second step, on both sides', async () => {
    const strict = await aClinic(test.db, { requiresMfa: true })
    const theirs = await aPatient(test.db, strict)
    const input = { patientId: theirs.patientId, body: 'Hello', attempt: crypto.randomUUID() }
    await expect(sendMessage.call(test.services, strict.admin.caller(), input)).rejects.toMatchObject({
      code: 'second_step_required',
    })
    await aSecondFactor(test.db, nora)
    await expect(send(nora)).rejects.toMatchObject({ code: 'second_step_required' })
    expect(await thread()).toBeUndefined()
  })

  it('is audited with the patient, without the content', async () => {
    const { messageId } = await send(nora, { body: 'kept out of the trail' })
    expect(
      await test.db.asOwner(
        'select action, actor_id, patient_ids, details from app.audit_log where subject_id = $1',
        [messageId],
      ),
    ).toEqual([
      {
        action: 'message.sent',
        actor_id: nora.userId,
        patient_ids: [nora.patientId],
        details: { from: 'patient' },
      },
    ])
  })

  it('is limited to a rate beyond writing by hand', async () => {
    await test.db.transactions.withSystem('test: limit', (tx) =>
      sql`insert into auth.rate_buckets (key, tokens, allowed, refilled_at)
          values (${`messages-patient:${clinic.id} ${nora.userId}`}, 0, true, clock_timestamp())`.execute(tx),
    )
    await expect(send(nora)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await thread()).toBeUndefined()
  })
})
