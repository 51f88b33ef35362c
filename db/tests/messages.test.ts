// Reads of threads, messages and their columns (docs/decisions/0045). Another clinic's people and every write:
// tenant-escape.
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { liveChannel } from '#server/platform/database/announcements.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { aMessageNote, aThread } from '#testing/messages.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)
const nora = await aPatient(db, clinic)
const sam = await aPatient(db, clinic)
await aThread(db, clinic, {
  patient: nora,
  messages: [
    { from: 'patient', body: 'from Nora' },
    { from: 'clinic', body: 'to Nora' },
  ],
})
await aThread(db, clinic, { patient: sam, messages: [{ from: 'patient', body: 'from Sam' }] })

const messagesSeenBy = async (person: Member) =>
  (
    await db.transactions.withActor(person.caller(), (tx) =>
      tx.selectFrom('messages').select('body').orderBy('body').execute(),
    )
  ).map(({ body }) => body)

const threadsSeenBy = async (person: Member) =>
  (
    await db.transactions.withActor(person.caller(), (tx) =>
      tx.selectFrom('message_threads').select('patient_id').execute(),
    )
  ).map(({ patient_id }) => patient_id)

const everything = ['from Nora', 'from Sam', 'to Nora']

it('a patient reads their own thread only', async () => {
  expect(await threadsSeenBy(nora)).toEqual([nora.patientId])
  expect(await messagesSeenBy(nora)).toEqual(['from Nora', 'to Nora'])
  expect(await messagesSeenBy(sam)).toEqual(['from Sam'])
})

it('the whole team reads all of them, read-only members too', async () => {
  const viewer = await aStaffMember(db, clinic, { isReadOnly: true })
  for (const person of [clinic.admin, viewer]) expect(await messagesSeenBy(person)).toEqual(everything)
})

it.each(['assignee_id', 'closed_at', 'closed_by', 'clinic_unread'] as const)(
  'whose work a thread is stays in the team: %s',
  async (column) => {
    const read = (person: Member) =>
      db.transactions.withActor(person.caller(), (tx) =>
        tx.selectFrom('message_threads').select(column).execute(),
      )
    await expect(read(nora)).rejects.toThrow('permission denied')
    expect(await read(clinic.admin)).toHaveLength(2)
  },
)

it('only the server writes, not even the author', async () => {
  for (const person of [nora, clinic.admin]) {
    const changes: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => tx.updateTable('messages').set({ body: 'never said' }).execute(),
      (tx) => tx.updateTable('message_threads').set({ patient_unread: 0 }).execute(),
      (tx) =>
        tx
          .insertInto('messages')
          .values({
            clinic_id: clinic.id,
            patient_id: nora.patientId,
            number: 9,
            from_side: 'clinic',
            author_name: 'Somebody',
            body: 'never said',
            attempt: crypto.randomUUID(),
            sent_at: new Date(),
          })
          .execute(),
    ]
    for (const change of changes)
      await expect(db.transactions.withActor(person.caller(), change)).rejects.toThrow('permission denied')
  }
})

it('is behind the second step where the clinic requires it', async () => {
  const strict = await aClinic(db, { requiresMfa: true })
  await aThread(db, strict)
  expect(await messagesSeenBy(strict.admin)).toEqual([])
  expect(await threadsSeenBy(strict.admin)).toEqual([])
  await aSecondStep(db, strict.admin)
  expect(await messagesSeenBy(strict.admin)).toHaveLength(1)
})

it('announces a note to the team alone: a page of the patient cannot notice it', async () => {
  const announced: string[] = []
  const end = await db.database.listen(liveChannel, (message) => void announced.push(message))
  const message = (person: Member) => `${clinic.id} ${person.userId} messages`
  const note = await aMessageNote(db, clinic, nora)
  const asServer = (statement: RawBuilder<unknown>) =>
    db.transactions.withSystem('test', (tx) => statement.execute(tx))
  await asServer(sql`update message_notes set removed_at = removed_at where id = ${note}`)
  await vi.waitFor(() => expect(announced).toContain(message(clinic.admin)))
  expect(announced).not.toContain(message(nora))
  // a message is announced to both
  await asServer(sql`update message_threads set last_message_at = now() where patient_id = ${nora.patientId}`)
  await vi.waitFor(() => expect(announced).toContain(message(nora)))
  await end()
})

describe('the database', () => {
  const insert = (changes: { number?: number; attempt?: string; patientId?: string; authorId?: string }) =>
    db.asOwner(
      `insert into messages (clinic_id, patient_id, number, from_side, author_id, author_name, body, attempt, sent_at)
       values ($1, $2, $3, 'patient', $4, 'Nora', 'again', $5, now())`,
      [
        clinic.id,
        changes.patientId ?? nora.patientId,
        changes.number ?? 50,
        changes.authorId ?? nora.userId,
        changes.attempt ?? crypto.randomUUID(),
      ],
    )

  it('numbers each message of a thread once', async () => {
    await expect(insert({ number: 1 })).rejects.toThrow('messages_number_key')
  })

  it('stores an attempt of a writer once', async () => {
    const attempt = crypto.randomUUID()
    await insert({ number: 60, attempt })
    await expect(insert({ number: 61, attempt })).rejects.toThrow('messages_attempt_key')
    await insert({ number: 62, attempt, authorId: sam.userId })
  })

  it('has no message without a thread', async () => {
    const { patientId } = await aPatient(db, clinic)
    await expect(insert({ patientId })).rejects.toThrow('messages_thread_fkey')
  })

  it('attaches files of messages only', async () => {
    await expect(
      db.asOwner(
        `insert into patient_files (file_id, clinic_id, patient_id, kind, name, size_bytes, uploaded_by, message_id)
         select gen_random_uuid(), m.clinic_id, m.patient_id, 'person_file', 'a.png', 1, m.author_id, m.id
           from messages m where m.clinic_id = $1 and m.author_id is not null limit 1`,
        [clinic.id],
      ),
    ).rejects.toThrow('patient_files_message_check')
  })
})

describe('what a clinic states about its answers', () => {
  it('is read by its patients and its team, without a second step', async () => {
    const strict = await aClinic(db, { requiresMfa: true })
    const patient = await aPatient(db, strict)
    await db.asOwner(
      `insert into message_settings (clinic_id, reply_within, updated_at) values ($1, 'one_day', now())`,
      [strict.id],
    )
    for (const person of [patient, strict.admin]) {
      const rows = await db.transactions.withActor(person.caller(), (tx) =>
        tx.selectFrom('message_settings').select('reply_within').execute(),
      )
      expect(rows).toEqual([{ reply_within: 'one_day' }])
    }
  })

  it('does not end before it begins', async () => {
    await expect(
      db.asOwner(
        `insert into message_settings (clinic_id, away_text, away_from, away_until, updated_at)
         values ($1, 'Away', '2026-05-02', '2026-05-01', now())`,
        [clinic.id],
      ),
    ).rejects.toThrow('message_settings_away_check')
  })
})
