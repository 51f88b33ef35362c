// Histories read by month, a person’s own and an admin’s, equal the trail (docs/decisions/0123).
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import {
  aClinic,
  aMembershipOf,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from '#testing/sign-in/people.ts'

/** Rows with unordered times; those after the first `sealed` are not sealed. */
const rows = 240
const sealed = 160

let db: TestDatabase
let sunrise: TestClinic
let ann: Patient
let bob: Patient
let unproven: Patient
let staff: Member

beforeAll(async () => {
  db = await openTestDatabase()
  await letTenMonthsPass()
  await createPlainHistory()
  sunrise = await aClinic(db, { name: 'Sunrise' })
  const moonrise = await aClinic(db, { name: 'Moonrise' })
  ann = await aPatient(db, sunrise, { name: 'Ann Example' })
  bob = await aPatient(db, sunrise)
  unproven = await aPatient(db, sunrise, { status: 'pending', confirmed: false })
  staff = await aStaffMember(db, sunrise, { name: 'Sam Staff' })
  const [second] = await db.asOwner<{ id: string }>(
    'insert into patients (clinic_id, user_id, full_name) values ($1, $2, $3) returning id',
    [moonrise.id, ann.userId, 'Ann Example'],
  )
  await aMembershipOf(db, ann, moonrise, { role: 'patient' })

  const random = numbersFrom(7)
  const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  for (let number = 0; number < rows; number += 1) {
    const [clinic, people] = oneOf([
      [sunrise.id, [ann.patientId, bob.patientId, unproven.patientId]],
      [moonrise.id, [second?.id]],
    ] as const)
    const named = Array.from({ length: oneOf([0, 1, 1, 2, 3]) }, () => oneOf(people))
    const isRead = random() < 0.6
    await db.asOwner(
      `insert into app.audit_log (clinic_id, occurred_at, actor_kind, actor_id, actor_role, action, details, patient_ids, patient_count)
       values ($1, ${oneOf(instants)}, $2, $3, $4, $5, $6, $7, $8)`,
      [
        clinic,
        ...oneOf<[string, string | null, string | null]>([
          ['person', staff.userId, 'staff'],
          ['person', staff.userId, null],
          ['person', ann.userId, 'patient'],
          ['person', bob.userId, 'patient'],
          ['system', null, null],
        ]),
        isRead ? 'record.read' : 'appointment.booked',
        isRead ? '{"tables": ["patients", "appointments"]}' : '{}',
        named,
        named.length + oneOf([0, 0, 0, 1_200]),
      ],
    )
    if (number === sealed)
      await db.asOwner('select app.seal_audit_log(f.clinic_id, 10000) from app.find_unsealed() f')
  }
}, 120_000)
afterAll(() => db.close())

const instants = [-14, -11, -10, -9, -8, -6, -5, -3, -2, -1, 0, 1, 3, 8].flatMap((month) =>
  [`'0'`, `'-1 microsecond'`, `'9 days'`].map(
    (after) =>
      `(date_trunc('month', now() at time zone 'UTC') + interval '${month} months' + interval ${after}) at time zone 'UTC'`,
  ),
)

/** The position up to which the job reports rows as sealed; it lags behind the sealing. */
const sealedTo = [
  '0',
  `(select max(audit_id) / 2 from app.audit_links)`,
  '(select max(audit_id) from app.audit_links)',
]

const sealAsFarAs = (id: string) =>
  db.asOwner(
    `insert into app.settings (name, value) values ('audit_sealed_to', to_jsonb(${id}::bigint))
     on conflict (name) do update set value = excluded.value`,
  )

it.each(sealedTo)('is the same in pages of every size, when rows until %s count as sealed', async (id) => {
  await sealAsFarAs(id)
  for (const caller of [ann.caller(), bob.caller(), unproven.caller(), staff.caller()]) {
    const all = await history(caller, 'plain_history', null, null)
    expect(await history(caller, 'audit_log_for_me', null, null)).toEqual(all)
    for (const upTo of [0, 1, 7]) {
      const belows = [null, ...all.filter((_, place) => place % 16 === 6).map((row) => String(row.id))]
      for (const below of belows)
        expect(await history(caller, 'audit_log_for_me', below, upTo)).toEqual(
          await history(caller, 'plain_history', below, upTo),
        )
    }
  }
  const anns = await history(ann.caller(), 'audit_log_for_me', null, null)
  expect(anns.length).toBeGreaterThan(60)
  expect(new Set(anns.map(({ at }) => new Date(at).toISOString().slice(0, 7))).size).toBeGreaterThan(10)
  expect(new Set(anns.map((row) => row.is_certain)).size).toBe(2)
  expect(await history(unproven.caller(), 'audit_log_for_me', null, null)).toEqual([])
  expect(await history(staff.caller(), 'audit_log_for_me', null, null)).toEqual([])
})

it.each(sealedTo)(
  'as an admin reads it, is what the trail holds, when rows until %s count as sealed',
  async (id) => {
    await sealAsFarAs(id)
    for (const { patientId } of [ann, bob]) {
      const all = await db.asOwner<Look>(
        `select a.id, a.occurred_at as at, $2 = any (a.patient_ids) as is_certain from app.audit_log a
        where a.clinic_id = $1 and ($2 = any (a.patient_ids) or a.patient_count > cardinality(a.patient_ids))
        order by a.id desc`,
        [sunrise.id, patientId],
      )
      expect(all.length).toBeGreaterThan(50)
      expect(new Set(all.map((row) => row.is_certain)).size).toBe(2)
      for (const below of [null, ...all.filter((_, place) => place % 16 === 6).map((row) => Number(row.id))])
        expect(await page(patientId, below)).toEqual(
          all.filter((row) => below === null || Number(row.id) < below).slice(0, 50),
        )
    }
  },
)

const page = (patientId: string, below: number | null) =>
  db.transactions.withSystem('test', async (tx) => {
    const query = 'select id, at, is_certain from app.looks_at($1::uuid, $2::uuid, null, $3::bigint, 50)'
    return (await tx.executeQuery<Look>(CompiledQuery.raw(query, [sunrise.id, patientId, below]))).rows
  })

interface Look {
  id: string | number
  at: string | Date
  is_certain: boolean
}

const history = (caller: Caller, procedure: string, below: string | null, upTo: number | null) =>
  db.transactions.withActor(caller, async (tx) => {
    const query = `select * from public.${procedure}($1::bigint, $2::integer)`
    return (await tx.executeQuery<Look>(CompiledQuery.raw(query, [below, upTo]))).rows
  })

/** The same history from the trail alone, without seals, subjects and months. */
async function createPlainHistory(): Promise<void> {
  await db.asOwner(`
    create function public.plain_history(below_id bigint, up_to integer)
    returns table (id bigint, at timestamptz, clinic_id uuid, clinic_name text, kind text, what text[], by_name text, by_role text,
                   purpose text, is_certain boolean)
    language sql stable security definer set search_path = '' as $$
      with mine as (
        select p.clinic_id, p.id from public.patients p join auth.users u on u.id = p.user_id
         where p.user_id = app.current_user_id() and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null)
      ), page as (
        select a.id, bool_or(m.id = any (a.patient_ids)) as is_certain
          from mine m join app.audit_log a on a.clinic_id = m.clinic_id
         where (m.id = any (a.patient_ids) or a.patient_count > cardinality(a.patient_ids))
           and a.id < coalesce(below_id, 9223372036854775807) and a.actor_id is distinct from app.current_user_id()
         group by a.id order by a.id desc limit up_to
      )
      select a.id, a.occurred_at, a.clinic_id, c.name, case a.action when 'record.read' then 'read' else 'changed' end,
             case a.action when 'record.read' then array(select jsonb_array_elements_text(a.details -> 'tables'))
                           else array[a.action] end,
             coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(u.user_metadata ->> 'name'), '')),
             case a.actor_kind when 'person'
                  then coalesce(a.actor_role, (select m.role from public.clinic_memberships m
                                                where m.clinic_id = a.clinic_id and m.user_id = a.actor_id
                                                order by m.ended_at is not null, m.created_at desc limit 1))
                  else a.actor_kind end,
             a.purpose, f.is_certain
        from page f join app.audit_log a on a.id = f.id join public.clinics c on c.id = a.clinic_id
        left join auth.users u on u.id = a.actor_id
       order by a.id desc
    $$`)
  await db.asOwner('grant create on schema public to system')
  await db.asOwner('alter function public.plain_history(bigint, integer) owner to system')
  await db.asOwner('revoke create on schema public from system')
  await db.asOwner(
    'grant execute on function public.plain_history(bigint, integer) to authenticated, clinic_patient, clinic_staff',
  )
}

async function letTenMonthsPass(): Promise<void> {
  for (const table of ['audit_log', 'audit_links', 'audit_subjects']) {
    await db.asOwner(
      `update app.monthly_tables set begins_at = (date_trunc('month', now() at time zone 'UTC') - interval '10 months') at time zone 'UTC'
        where name = 'app.${table}'`,
    )
    await db.asOwner(`drop table months.${table}_before`)
    await db.asOwner(
      `select app.make_partition(name, 'before', null, begins_at) from app.monthly_tables where name = 'app.${table}'`,
    )
  }
  await db.asOwner(`select app.make_months(now() + interval '3 months')`)
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
