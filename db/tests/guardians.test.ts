// Access of guardians to a minor patient, and its end (docs/domain-rules.md rule 29, goal 8; docs/decisions/0080).
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { birthdayOf, ladderOf } from '#domain/guardians/guardians.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { anAssignment } from '#testing/assignments.ts'
import { aContentFile, aContentItem } from '#testing/content.ts'
import { openTestDatabase } from '#testing/database/database.ts'
import { aChild, aGuardian, bornYearsAgo, setBirthDate, setDatabaseClock } from '#testing/guardians.ts'
import { aClinic, aPatient, aSignedInPerson, aStaffMember } from '#testing/sign-in/people.ts'
import { aSecondFactor } from '#testing/sign-in/second-step.ts'

const db = await openTestDatabase()
const clinic = await aClinic(db)
beforeEach(() => setDatabaseClock(db, new Date()))
afterAll(() => db.close())

/** The result of entering: the role, the patient the caller acts for, and the level of access. */
const entered = (caller: Caller) =>
  db.transactions.withActor(caller, async (_tx, actor) => ({
    role: actor.databaseRole,
    patientId: actor.patientId,
    access: actor.guardianAccess,
    member: actor.role,
  }))
const nothing = { role: 'clinic_guardian', patientId: null, access: null, member: null }

/** How many rows of each table the caller sees. */
const seen = (caller: Caller) =>
  db.transactions.withActor(caller, async (tx) => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from public.patients) as patients,
             (select count(*)::int from public.patient_details) as details,
             (select count(*)::int from public.patient_health) as health,
             (select count(*)::int from public.appointments) as visits,
             (select count(*)::int from public.care_plans) as plans,
             (select count(*)::int from public.messages) as messages`.execute(tx)
    return rows[0]
  })

async function aRecord(patientId: string, booker: string | null = null): Promise<void> {
  await db.asOwner(
    `insert into public.patient_health (clinic_id, patient_id, allergies, updated_at) values ($1, $2, 'Nuts', now())
     on conflict do nothing`,
    [clinic.id, patientId],
  )
  await db.asOwner(
    `insert into public.care_plans (clinic_id, patient_id, body, updated_at) values ($1, $2, '{}', now()) on conflict do nothing`,
    [clinic.id, patientId],
  )
  await db.asOwner(
    `insert into public.message_threads (patient_id, clinic_id, last_message_at) values ($2, $1, now()) on conflict do nothing`,
    [clinic.id, patientId],
  )
  await db.asOwner(
    `insert into public.messages (clinic_id, patient_id, number, from_side, author_name, body, attempt, sent_at)
     values ($1, $2, 1, 'clinic', 'Dr. Lane', 'Hello', gen_random_uuid(), now()) on conflict do nothing`,
    [clinic.id, patientId],
  )
  for (const [bookedBy, days] of [
    [null, 3],
    [booker, 4],
  ] as const)
    if (bookedBy !== null || days === 3)
      await db.asOwner(
        `insert into public.appointments (clinic_id, patient_id, type, starts_at, time_zone, ends_at, duration_minutes, booked_by)
         values ($1, $2, 'checkup', date_trunc('day', now()) + make_interval(days => $3::int, hours => 15), 'UTC', now(), 30, $4)`,
        [clinic.id, patientId, days, bookedBy],
      )
}

describe('what an access opens', () => {
  it('in full: the record of a child, and no other', async () => {
    const { patientId } = await aChild(db, clinic)
    const other = await aChild(db, clinic)
    const guardian = await aGuardian(db, clinic, { patientId })
    await aRecord(patientId, guardian.person.userId)
    await aRecord(other.patientId)
    expect(await entered(guardian.caller)).toEqual({
      role: 'clinic_guardian',
      patientId,
      access: 'full',
      member: null,
    })
    expect(await seen(guardian.caller)).toEqual({
      patients: 1,
      details: 1,
      health: 1,
      visits: 2,
      plans: 1,
      messages: 1,
    })
  })

  it('limited: who it is, and the visits that this guardian has booked', async () => {
    const { patientId } = await aChild(db, clinic)
    const guardian = await aGuardian(db, clinic, { patientId, access: 'limited' })
    const other = await aGuardian(db, clinic, { patientId, access: 'limited' })
    await aRecord(patientId, guardian.person.userId)
    expect(await seen(guardian.caller)).toEqual({
      patients: 1,
      details: 0,
      health: 0,
      visits: 1,
      plans: 0,
      messages: 0,
    })
    expect(await seen(other.caller)).toMatchObject({ patients: 1, visits: 0 })
  })

  it('in full: assigned lessons with their files, what was sent and shared; limited: none of it', async () => {
    const child = await aChild(db, clinic)
    await aRecord(child.patientId)
    const [assigned, other] = [
      await aContentFile(db, clinic, { isUsed: true }),
      await aContentFile(db, clinic, { isUsed: true }),
    ]
    const picture = (fileId: string) => ({ type: 'image', fileId, alt: 'A knee' }) as const
    const item = await aContentItem(db, clinic, {
      status: 'published',
      body: picture(assigned),
    })
    await aContentItem(db, clinic, { status: 'published', body: picture(other) })
    await anAssignment(db, clinic, child, { item })
    const [message] = await db.asOwner<{ id: string }>('select id from messages where patient_id = $1', [
      child.patientId,
    ])
    const aFile = async (kind: string, more: { message?: string; isShared?: boolean }) => {
      const [file] = await db.asOwner<{ id: string }>(
        `insert into files (clinic_id, owner_id, kind, attached_at, size_bytes, received_bytes, state, sha256, media_type)
         values ($1, $2, $3, now(), 1, 1, 'ready', repeat('0', 64), 'image/png') returning id`,
        [clinic.id, clinic.admin.userId, kind],
      )
      await db.asOwner(
        `insert into patient_files (file_id, clinic_id, patient_id, kind, name, media_type, size_bytes, uploaded_by, created_at,
                                    attached_at, message_id, shared_at)
         values ($1, $2, $3, $4, 'scan.png', 'image/png', 1, $5, now(), now(), $6, case when $7 then now() end)`,
        [
          file?.id,
          clinic.id,
          child.patientId,
          kind,
          clinic.admin.userId,
          more.message ?? null,
          more.isShared ?? false,
        ],
      )
      return file?.id ?? ''
    }
    const sent = await aFile('message_attachment', { message: message?.id ?? '' })
    const shared = await aFile('person_file', { isShared: true })
    // written but not sent, and the team's own
    await aFile('message_attachment', {})
    await aFile('person_file', {})
    const guardian = await aGuardian(db, clinic, child)
    const limited = await aGuardian(db, clinic, { ...child, access: 'limited' })
    const filesOf = (caller: Caller) =>
      db.transactions.withActor(caller, async (tx) =>
        (await tx.selectFrom('files').select('id').execute()).map(({ id }) => id),
      )
    expect((await filesOf(guardian.caller)).toSorted()).toEqual([assigned, sent, shared].toSorted())
    expect(await filesOf(limited.caller)).toEqual([])
    // once it is withdrawn, or the access is limited, its text and files are gone
    await db.asOwner('update lesson_assignments set withdrawn_at = now() where patient_id = $1', [
      child.patientId,
    ])
    expect((await filesOf(guardian.caller)).toSorted()).toEqual([sent, shared].toSorted())
    await setBirthDate(db, clinic, child.patientId, bornYearsAgo(13))
    expect(await filesOf(guardian.caller)).toEqual([])
  })

  it('a patient who is a guardian sees their own record as themself, the child’s as a guardian, never both', async () => {
    const parent = await aPatient(db, clinic)
    const { patientId } = await aChild(db, clinic)
    const guardian = await aGuardian(db, clinic, { patientId, person: parent })
    const ids = (caller: Caller) =>
      db.transactions.withActor(caller, (tx) => tx.selectFrom('patients').select('id').execute())
    expect(await ids(parent.caller())).toEqual([{ id: parent.patientId }])
    expect(await ids(guardian.caller)).toEqual([{ id: patientId }])
  })

  it('a member of the team who acts as a guardian is no member of the team', async () => {
    const staff = await aStaffMember(db, clinic)
    const { patientId } = await aChild(db, clinic)
    const guardian = await aGuardian(db, clinic, { patientId, person: staff })
    expect(await seen(guardian.caller)).toMatchObject({ patients: 1 })
    expect(await entered(guardian.caller)).toMatchObject({ member: null, patientId })
  })

  it.each([
    'receipts',
    'invoices',
    'payments',
    'subscriptions',
    'patient_cards',
    'consents',
    'person_notes',
    'message_notes',
  ])('not %s', async (table) => {
    const { patientId } = await aChild(db, clinic)
    const guardian = await aGuardian(db, clinic, { patientId })
    const read = db.transactions.withActor(guardian.caller, (tx) =>
      sql`select 1 from public.${sql.ref(table)}`.execute(tx),
    )
    await expect(read).rejects.toMatchObject({ code: '42501' })
  })

  it('changes nothing itself: every write is an action', async () => {
    const { patientId } = await aChild(db, clinic)
    const guardian = await aGuardian(db, clinic, { patientId })
    const write = db.transactions.withActor(guardian.caller, (tx) =>
      tx.updateTable('patients').set({ full_name: 'X' }).where('id', '=', patientId).execute(),
    )
    await expect(write).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a user without an access acts for no patient, not even for themselves', () => {
  it.each([
    'not accepted',
    'ended',
    'another person',
    'unknown',
    'no id',
    'another clinic',
    'no date of birth',
    'unproven',
    'suspended',
    'last day over',
  ] as const)('%s', async (why) => {
    const { patientId } = await aChild(db, clinic, {
      bornOn: why === 'no date of birth' ? null : bornYearsAgo(7),
    })
    const person =
      why === 'unproven' ? await aSignedInPerson(db, { confirmed: false }) : await aPatient(db, clinic)
    const guardian = await aGuardian(db, clinic, {
      patientId,
      person,
      accepted: why !== 'not accepted',
      ended: why === 'ended',
      ...(why === 'last day over' && { untilOn: '2020-01-01' }),
    })
    if (why === 'suspended')
      await db.asOwner('update clinic_memberships set suspended_at = now(), status = $2 where user_id = $1', [
        person.userId,
        'invited',
      ])
    const caller =
      why === 'another person'
        ? { ...(await aPatient(db, clinic)).caller(), guardianship: guardian.guardianshipId }
        : why === 'unknown'
          ? { ...guardian.caller, guardianship: crypto.randomUUID() }
          : why === 'no id'
            ? { ...guardian.caller, guardianship: '00000000-0000-0000-0000-000000000000' }
            : why === 'another clinic'
              ? { ...guardian.caller, clinic: (await aClinic(db)).subdomain }
              : guardian.caller
    expect(await entered(caller)).toEqual(nothing)
    expect(await seen(caller)).toEqual({
      patients: 0,
      details: 0,
      health: 0,
      visits: 0,
      plans: 0,
      messages: 0,
    })
  })

  it('a visitor stays a visitor', async () => {
    const { patientId } = await aChild(db, clinic)
    const guardian = await aGuardian(db, clinic, { patientId })
    const visitor = { ...guardian.caller, userId: null, sessionId: null }
    expect(await entered(visitor)).toMatchObject({ role: 'anon', patientId: null, access: null })
  })

  it('a guardian who has a second factor sees nothing before using it', async () => {
    const { patientId } = await aChild(db, clinic)
    const guardian = await aGuardian(db, clinic, { patientId })
    await aSecondFactor(db, guardian.person)
    expect(await seen(guardian.caller)).toMatchObject({ patients: 0, details: 0, visits: 0 })
  })
})

describe('the ladder', () => {
  it('is the same in SQL and in domain/guardians, over birthdays, leap days and both limits', async () => {
    const days = ['2011-02-28', '2012-02-29', '2011-03-01', '2010-12-31', '2011-01-01', '2008-02-29']
    const todays = [
      '2023-02-28',
      '2023-03-01',
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
      '2022-12-31',
      '2023-01-01',
    ]
    const later = [
      '2026-02-28',
      '2026-03-01',
      '2028-12-31',
      '2029-02-28',
      '2029-03-01',
      '2030-02-28',
      '2030-03-01',
    ]
    const cases = days.flatMap((bornOn) =>
      [...todays, ...later].flatMap((today) =>
        (['full', 'limited'] as const).flatMap((granted) =>
          [
            { limitedFrom: 12, endsAt: 18 },
            { limitedFrom: 14, endsAt: 16 },
            { limitedFrom: 0, endsAt: 14 },
          ].map((rules) => ({ bornOn, today, granted, ...rules })),
        ),
      ),
    )
    const rows = await db.asOwner<{ level: string | null }>(
      `select app.guardian_level(c->>'granted', (c->>'bornOn')::date, (c->>'today')::date, (c->>'limitedFrom')::int,
                                 (c->>'endsAt')::int) as level
         from jsonb_array_elements($1::jsonb) with ordinality as t(c, place) order by place`,
      [JSON.stringify(cases)],
    )
    cases.forEach(({ granted, bornOn, today, ...rules }, index) => {
      const { level } = ladderOf({ granted, bornOn, untilOn: null }, rules, today)
      expect({ ...cases[index], level: rows[index]?.level }).toEqual({ ...cases[index], level })
    })
  })

  it.each([
    ['America/Los_Angeles', '2027-06-10T06:59:00Z', 'full'],
    ['America/Los_Angeles', '2027-06-10T07:01:00Z', 'limited'],
    ['Pacific/Auckland', '2027-06-09T11:59:00Z', 'full'],
    ['Pacific/Auckland', '2027-06-09T12:01:00Z', 'limited'],
    ['UTC', '2033-06-09T23:59:00Z', 'limited'],
    ['UTC', '2033-06-10T00:01:00Z', null],
    ['Pacific/Kiritimati', '2033-06-09T10:01:00Z', null],
  ])('turns on the birthday in the clinic’s zone: %s at %s is %s', async (timeZone, at, access) => {
    const here = await aClinic(db, { timeZone })
    const { patientId } = await aChild(db, here, { bornOn: '2015-06-10' })
    const guardian = await aGuardian(db, here, { patientId })
    await setDatabaseClock(db, at)
    expect((await entered(guardian.caller)).access).toBe(access)
    // the cut-off holds for each read, without any job
    expect(await seen(guardian.caller)).toMatchObject({
      patients: access === null ? 0 : 1,
      details: access === 'full' ? 1 : 0,
    })
  })

  it('a person born on February 29 turns 18 on March 1 of a common year', async () => {
    const here = await aClinic(db, { timeZone: 'UTC' })
    const { patientId } = await aChild(db, here, { bornOn: '2012-02-29' })
    const guardian = await aGuardian(db, here, { patientId })
    await setDatabaseClock(db, '2030-02-28T23:59:00Z')
    expect((await entered(guardian.caller)).access).toBe('limited')
    await setDatabaseClock(db, '2030-03-01T00:01:00Z')
    expect((await entered(guardian.caller)).access).toBe(null)
    expect(birthdayOf('2012-02-29', 18)).toBe('2030-03-01')
  })

  it('follows the clinic’s own ages, and a birth date that is corrected', async () => {
    const here = await aClinic(db, { timeZone: 'UTC' })
    const { patientId } = await aChild(db, here, { bornOn: bornYearsAgo(13) })
    const guardian = await aGuardian(db, here, { patientId })
    expect((await entered(guardian.caller)).access).toBe('limited')
    await db.asOwner(
      'insert into guardian_rules (clinic_id, limited_from, ends_at, invites, updated_at) values ($1, 14, 16, true, now())',
      [here.id],
    )
    expect((await entered(guardian.caller)).access).toBe('full')
    await setBirthDate(db, here, patientId, bornYearsAgo(16))
    expect((await entered(guardian.caller)).access).toBe(null)
  })
})

it('each read is recorded with the guardian as actor and the child as subject', async () => {
  const { patientId } = await aChild(db, clinic)
  const guardian = await aGuardian(db, clinic, { patientId })
  await db.transactions.withActor(guardian.caller, (tx) =>
    sql`select app.record_read('{"tables": ["patient_health"]}', array[${patientId}::uuid], null, null)`.execute(
      tx,
    ),
  )
  const rows = await db.asOwner(
    `select actor_id, actor_role, acting_for, patient_ids from app.audit_log where actor_id = $1 and action = 'record.read'`,
    [guardian.person.userId],
  )
  expect(rows).toEqual([
    {
      actor_id: guardian.person.userId,
      actor_role: 'guardian',
      acting_for: patientId,
      patient_ids: [patientId],
    },
  ])
})
