// When a visit is: an instant, a zone and a clock on the clinic's wall that agree
// (docs/domain-rules.md choice 8, rule 24, rule 26).
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '#server/platform/database/transactions.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import {
  aClinic,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from '#testing/people.ts'

let db: TestDatabase
let clinic: TestClinic
let staff: Member
let patient: Patient
beforeAll(async () => {
  db = await openTestDatabase()
  clinic = await aClinic(db, { timeZone: 'America/New_York' })
  staff = await aStaffMember(db, clinic)
  patient = await aPatient(db, clinic)
})
afterAll(() => db.close())

interface When {
  starts_at: string
  time_zone: string
  date: string
  time: string
}

const shown = sql`to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as starts_at, time_zone, date, time`

function book(
  when: Partial<When>,
  by: Member = staff,
  patientId = patient.patientId,
): Promise<When & { id: string }> {
  return db.transactions.withActor(by.caller(), async (tx) => {
    const columns = sql.join(Object.keys(when).map((name) => sql.ref(name)))
    const values = sql.join(Object.values(when))
    const { rows } = await sql<When & { id: string }>`
      insert into appointments (patient_id, type, duration_minutes, ${columns})
      values (${patientId}, 'checkup', 30, ${values}) returning id, ${shown}`.execute(tx)
    return rows[0] as When & { id: string }
  })
}

async function change(tx: Tx, id: string, to: Partial<When>): Promise<When | undefined> {
  const set = sql.join(Object.entries(to).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
  const { rows } =
    await sql<When>`update appointments set ${set} where id = ${id} returning ${shown}`.execute(tx)
  return rows[0]
}

it('computes the instant from date and time', async () => {
  expect(await book({ date: '2026-07-01', time: '09:30' })).toMatchObject({
    starts_at: '2026-07-01 13:30',
    time_zone: 'America/New_York',
  })
})

it('computes date and time from the instant', async () => {
  expect(await book({ starts_at: '2026-01-02T02:15:00Z' })).toMatchObject({
    date: '2026-01-01',
    time: '21:15',
  })
})

it('refuses a time that the spring night skips', async () => {
  await expect(book({ date: '2026-03-08', time: '02:30' })).rejects.toMatchObject({ code: '23514' })
})

it('distinguishes the two 01:30 of the autumn night by the instant', async () => {
  const clock = { date: '2026-11-01', time: '01:30' }
  expect(await book({ ...clock, starts_at: '2026-11-01T05:30:00Z' })).toMatchObject({
    starts_at: '2026-11-01 05:30',
  })
  expect(await book({ ...clock, starts_at: '2026-11-01T06:30:00Z' })).toMatchObject({
    starts_at: '2026-11-01 06:30',
  })
  await expect(book({ ...clock, starts_at: '2026-11-01T07:30:00Z' })).rejects.toMatchObject({ code: '23514' })
})

it('moves by date and time or by the instant', async () => {
  const { id } = await book({ date: '2026-07-01', time: '09:30' })
  await db.transactions.withActor(staff.caller(), async (tx) => {
    expect(await change(tx, id, { time: '10:00' })).toMatchObject({ starts_at: '2026-07-01 14:00' })
    expect(await change(tx, id, { starts_at: '2026-07-02T14:00:00Z' })).toMatchObject({
      date: '2026-07-02',
      time: '10:00',
    })
  })
})

it('keeps its date and time when the clinic’s zone changes, until it is moved', async () => {
  const { id } = await book({ date: '2026-08-01', time: '09:00' })
  await db.asOwner(`update clinics set time_zone = 'America/Denver' where id = $1`, [clinic.id])
  const [kept] = await db.asOwner('select time, time_zone from appointments where id = $1', [id])
  expect(kept).toEqual({ time: '09:00', time_zone: 'America/New_York' })
  const moved = await db.transactions.withActor(staff.caller(), (tx) => change(tx, id, { time: '11:00' }))
  expect(moved).toMatchObject({ starts_at: '2026-08-01 17:00', time_zone: 'America/Denver' })
  await db.asOwner(`update clinics set time_zone = 'America/New_York' where id = $1`, [clinic.id])
})

it.each([
  ['at least fifteen minutes', { duration_minutes: 14 }],
  ['one of the four types', { type: 'surgery' }],
  ['a time of day', { time: '24:00' }],
])('requires %s', async (_, wrong) => {
  const row = { type: 'checkup', duration_minutes: 30, date: '2026-07-01', time: '09:00', ...wrong }
  const insert = db.asOwner(
    `insert into appointments (clinic_id, patient_id, type, duration_minutes, date, time) values ($1, $2, $3, $4, $5, $6)`,
    [clinic.id, patient.patientId, row.type, row.duration_minutes, row.date, row.time],
  )
  await expect(insert).rejects.toMatchObject({ code: expect.stringMatching(/^2[23]/) })
})

it('cannot point at another clinic’s patient', async () => {
  const stranger = await aPatient(db, await aClinic(db))
  await expect(book({ date: '2026-07-01', time: '09:00' }, staff, stranger.patientId)).rejects.toMatchObject({
    code: '23503',
  })
})

it('cannot be booked by read-only members or patients', async () => {
  const viewer = await aStaffMember(db, clinic, { isReadOnly: true })
  for (const person of [viewer, patient])
    await expect(book({ date: '2026-07-01', time: '09:00' }, person)).rejects.toMatchObject({ code: '42501' })
})

it('does not show the team’s notes to the patient', async () => {
  const notes = db.transactions.withActor(patient.caller(), (tx) =>
    sql`select notes from appointments`.execute(tx),
  )
  await expect(notes).rejects.toMatchObject({ code: '42501' })
})

it('leaves an audit row that names the patient for each change', async () => {
  const { id } = await book({ date: '2026-07-01', time: '09:30' })
  await db.transactions.withActor(staff.caller(), async (tx) => {
    await change(tx, id, { time: '10:00' })
    await sql`update appointments set notes = 'seen' where id = ${id}`.execute(tx)
    await sql`update appointments set status = 'completed' where id = ${id}`.execute(tx)
  })
  const rows = await db.asOwner<{ action: string; actor_id: string; patient_ids: string[] }>(
    'select action, actor_id, patient_ids from app.audit_log where subject_id = $1 order by id',
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'appointment.booked',
    'appointment.moved',
    'appointment.changed',
    'appointment.completed',
  ])
  for (const row of rows)
    expect(row).toMatchObject({ actor_id: staff.userId, patient_ids: [patient.patientId] })
})
