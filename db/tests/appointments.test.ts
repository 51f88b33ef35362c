// The time of a visit: instant, zone and wall clock always agree
// (docs/domain-rules.md choice 8, rule 24, rule 26).
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { offsetAt } from '#domain/values/zones.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { aProvider } from '#testing/appointments.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db, { timeZone: 'America/New_York' })
const staff = await aStaffMember(db, clinic)
const patient = await aPatient(db, clinic)

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
  const { id } = await book({ date: '2026-07-06', time: '09:30' })
  await db.transactions.withActor(staff.caller(), async (tx) => {
    expect(await change(tx, id, { time: '10:00' })).toMatchObject({ starts_at: '2026-07-06 14:00' })
    expect(await change(tx, id, { starts_at: '2026-07-07T14:00:00Z' })).toMatchObject({
      date: '2026-07-07',
      time: '10:00',
    })
  })
})

it('has the same date and time when the clinic’s zone changes, until it is moved', async () => {
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
  ['a type of the clinic', { type: 'surgery' }],
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
  const { id } = await book({ date: '2026-07-08', time: '09:30' })
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

describe('no double booking', () => {
  const at = (starts_at: string) => ({ starts_at })

  it('of a patient, by any caller', async () => {
    const someone = await aPatient(db, clinic)
    await book(at('2026-09-01T13:00:00Z'), staff, someone.patientId)
    await expect(book(at('2026-09-01T13:15:00Z'), clinic.admin, someone.patientId)).rejects.toMatchObject({
      code: '23P01',
      constraint: 'busy_times_patient_excl',
    })
    // one ends where the next begins
    await book(at('2026-09-01T13:30:00Z'), staff, someone.patientId)
  })

  it('nor a provider or a room, with the time before and after a visit', async () => {
    const provider = await aProvider(db, clinic)
    const [room] = await db.asOwner<{ id: string }>(
      `insert into rooms (clinic_id, name) values ($1, 'Room 1') returning id`,
      [clinic.id],
    )
    await db.asOwner(
      `update appointment_types set before_minutes = 10, after_minutes = 5 where clinic_id = $1 and key = 'checkup'`,
      [clinic.id],
    )
    const visit = async (time: string, changes: { provider?: string | null; room?: string | null }) => {
      const { patientId } = await aPatient(db, clinic)
      return db.asOwner(
        `insert into appointments (clinic_id, patient_id, type, starts_at, duration_minutes, provider_id, room_id)
         values ($1, $2, 'checkup', $3, 30, $4, $5) returning id`,
        [clinic.id, patientId, `2026-09-02T${time}:00Z`, changes.provider ?? null, changes.room ?? null],
      )
    }
    await visit('13:00', { provider: provider.id, room: room?.id ?? null })
    await expect(visit('13:40', { provider: provider.id })).rejects.toMatchObject({
      constraint: 'busy_times_provider_excl',
    })
    await expect(visit('13:40', { room: room?.id ?? null })).rejects.toMatchObject({
      constraint: 'busy_times_room_excl',
    })
    await visit('13:45', { provider: provider.id, room: room?.id ?? null })
    await db.asOwner(
      `update appointment_types set before_minutes = 0, after_minutes = 0 where clinic_id = $1`,
      [clinic.id],
    )
  })

  it('a canceled visit and a no-show free their time, and cannot be reopened once it is taken', async () => {
    const someone = await aPatient(db, clinic)
    const { id } = await book(at('2026-09-03T13:00:00Z'), staff, someone.patientId)
    await db.asOwner(`update appointments set status = 'no_show' where id = $1`, [id])
    await book(at('2026-09-03T13:00:00Z'), staff, someone.patientId)
    await expect(
      db.asOwner(`update appointments set status = 'upcoming' where id = $1`, [id]),
    ).rejects.toMatchObject({ code: '23P01' })
  })
})

it('retains earlier states of a visit: each move or cancellation adds a row, and the calendar’s counter increases', async () => {
  const someone = await aPatient(db, clinic)
  const { id } = await book({ date: '2026-10-01', time: '09:30' }, staff, someone.patientId)
  await db.transactions.withActor(staff.caller(), async (tx) => {
    await change(tx, id, { time: '10:00' })
    await sql`update appointments set status = 'canceled' where id = ${id}`.execute(tx)
  })
  const [row] = await db.asOwner(
    'select status, sequence, canceled_by, canceled_at is not null as has_time from appointments where id = $1',
    [id],
  )
  expect(row).toEqual({ status: 'canceled', sequence: 2, canceled_by: staff.userId, has_time: true })
  const history = await db.asOwner(
    `select kind, to_char(starts_at at time zone 'UTC', 'HH24:MI') as at,
            to_char(was_starts_at at time zone 'UTC', 'HH24:MI') as was
       from appointment_changes where appointment_id = $1 order by sequence`,
    [id],
  )
  expect(history).toEqual([
    { kind: 'booked', at: '13:30', was: null },
    { kind: 'moved', at: '14:00', was: '13:30' },
    { kind: 'canceled', at: '14:00', was: '14:00' },
  ])
  await expect(db.asOwner('delete from appointment_changes where appointment_id = $1', [id])).rejects.toThrow(
    'append-only',
  )
})

// spec: B3 The appointment types are four, of 30, 60, 45 and 20 minutes
// spec: B9 The appointment types take 30, 60, 45 and 20 minutes
it('a clinic starts with the four kinds of visits', async () => {
  const types = await db.asOwner(
    'select key, name, duration_minutes from appointment_types where clinic_id = $1 order by position',
    [(await aClinic(db)).id],
  )
  expect(types).toEqual([
    { key: 'checkup', name: 'Regular Check-up', duration_minutes: 30 },
    { key: 'therapy', name: 'Therapy Session', duration_minutes: 60 },
    { key: 'consultation', name: 'Initial Consultation', duration_minutes: 45 },
    { key: 'followup', name: 'Follow-up', duration_minutes: 20 },
  ])
})

it('Postgres and this process know the same rules of the zones', async () => {
  for (const zone of ['America/New_York', 'America/Vancouver', 'Europe/London', 'Australia/Lord_Howe']) {
    const rows = await db.asOwner<{ at: Date; offset_ms: number }>(
      `select at, round(extract(epoch from (at at time zone $1) - (at at time zone 'UTC')) * 1000)::integer as offset_ms
         from generate_series(timestamptz '2026-01-01', '2028-12-31', '1 week') at`,
      [zone],
    )
    for (const { at, offset_ms } of rows)
      expect(offset_ms, `${zone} ${at.toISOString()}`).toBe(offsetAt(at.getTime(), zone))
  }
})
