// A row changed during the merge. Needs TEST_DATABASE_URL, because PGlite has a single connection.
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { openTestDatabase } from '#testing/database/database.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { aClinic } from '#testing/sign-in/people.ts'

const db = await openTestDatabase()
const clinic = await aClinic(db)
afterAll(() => db.close())

const move = (from: string, into: string) =>
  db.transactions.withSystem('test', async (tx) => {
    await sql`select set_config('app.merging', 'on', true)`.execute(tx)
    const { rows } = await sql<{ moved: unknown[] }>`
      select app.move_patient_rows(${clinic.id}::uuid, ${from}::uuid, ${into}::uuid) as moved`.execute(tx)
    return rows[0]?.moved ?? []
  })

it('moves each row once', async () => {
  const [from, into] = [await aRecord(db, clinic), await aRecord(db, clinic)]
  await anAppointment(db, clinic, { patientId: from })
  expect((await move(from, into)).length).toBeGreaterThan(0)
  expect(await move(from, into)).toEqual([])
})

it.runIf(process.env.TEST_DATABASE_URL)('moves a row with a change that is in progress', async () => {
  const [from, into] = [await aRecord(db, clinic), await aRecord(db, clinic)]
  const { id } = await anAppointment(db, clinic, { patientId: from }, { date: '2026-03-17' })
  // the owner's pool has one connection
  await db.asOwner('begin')
  await db.asOwner(`update appointments set notes = 'changed meanwhile' where id = $1`, [id])
  const moving = move(from, into)
  for (let waits = false; !waits; ) {
    const [lock] = await db.asOwner<{ waits: boolean }>(
      'select exists (select from pg_locks where not granted) as waits',
    )
    waits = lock?.waits ?? false
  }
  await db.asOwner('commit')
  await moving
  const rows = await db.asOwner('select patient_id, notes from appointments where id = $1', [id])
  expect(rows).toEqual([{ patient_id: into, notes: 'changed meanwhile' }])
})
