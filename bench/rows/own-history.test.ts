import { CompiledQuery } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#testing/database/database.ts'
import { aClinic, aPatient, type Patient } from '#testing/sign-in/people.ts'
import { buffersOfRequest } from './buffers.ts'

const sizes = { short: 1_000, long: 20_000 }

const patients = {} as Record<keyof typeof sizes, Patient>
const db = await openTestDatabase()
afterAll(() => db.close())
const clinic = await aClinic(db)
for (const size of ['short', 'long'] as const) {
  const patient = await aPatient(db, clinic)
  patients[size] = patient
  // Every third row is the patient's own, which the history omits.
  await db.asOwner(
    `with written as (
       insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, action, details, patient_ids, patient_count)
       select $1, 'person', case number % 3 when 0 then $2::uuid else $3::uuid end, 'staff', 'record.read',
              '{"tables": ["patients"]}', array[$4::uuid], 1
         from generate_series(1, $5::integer) as number
       returning id, occurred_at)
     insert into app.audit_subjects (clinic_id, patient_id, audit_id, occurred_at)
     select $1, $4, id, occurred_at from written`,
    [clinic.id, patient.userId, clinic.admin.userId, patient.patientId, sizes[size]],
  )
  await db.asOwner(
    `insert into app.audit_log (actor_kind, actor_id, action, subject_type, subject_id, details)
     select 'person', $1::uuid, 'auth.login', 'user', $2, '{"provider": "email"}' from generate_series(1, $3::integer)`,
    [patient.userId, patient.userId, sizes[size]],
  )
}
await db.asOwner(
  `insert into app.settings (name, value) select 'audit_sealed_to', to_jsonb(max(id)) from app.audit_log
   on conflict (name) do update set value = excluded.value`,
)
await db.asOwner('analyze app.audit_log, app.audit_subjects')

/** Above every id. */
const beyondAll = '9223372036854775807'

const pageOf = (procedure: string, below: string, upTo: number) => ({
  sql: `select * from public.${procedure}($1::bigint, $2::integer)`,
  params: [below, String(upTo)],
})

describe.each(['audit_log_for_me', 'sign_ins_for_me'])('%s', (procedure) => {
  test('a page touches no more database pages with a history twenty times as long', async () => {
    const touched = (size: keyof typeof sizes) =>
      buffersOfRequest(db.transactions, patients[size].caller(), pageOf(procedure, beyondAll, 100))
    const few = await touched('short')
    expect((await touched('long')) / few).toBeLessThanOrEqual(1.3)
    expect(few).toBeLessThan(2_500)
  })

  test('pages continue without a gap or a repeated row', async () => {
    const seen: string[] = []
    let below = beyondAll
    for (;;) {
      const { sql, params } = pageOf(procedure, below, 90)
      const page = await db.transactions.withActor(patients.short.caller(), async (tx) => {
        return (await tx.executeQuery<{ id: string }>(CompiledQuery.raw(sql, params))).rows
      })
      seen.push(...page.map(({ id }) => String(id)))
      if (page.length < 90) break
      below = seen.at(-1) ?? beyondAll
    }
    const own = procedure === 'sign_ins_for_me' ? sizes.short : Math.ceil((sizes.short * 2) / 3)
    expect(seen).toHaveLength(own)
    expect(new Set(seen).size).toBe(own)
    expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)))
  })
})

const looks = {
  'who looked at my record': () =>
    buffersOfRequest(db.transactions, patients.short.caller(), pageOf('audit_log_for_me', beyondAll, 100)),
  'who looked at a patient’s record': () =>
    buffersOfRequest(
      db.transactions,
      clinic.admin.caller(),
      {
        sql: 'select * from app.looks_at($1::uuid, $2::uuid, null, null, 50)',
        params: [clinic.id, patients.short.patientId],
      },
      { isAction: true },
    ),
}

let months = 0
async function addMonth() {
  for (const table of ['app.audit_log', 'app.audit_subjects'])
    await db.asOwner(
      `select app.make_partition($1, 'later_' || $2, timestamptz '2040-01-01Z' + make_interval(months => $2::integer),
                                 timestamptz '2040-01-01Z' + make_interval(months => $2::integer + 1))`,
      [table, months],
    )
  months += 1
}

describe.each(Object.entries(looks))('%s', (_, touched) => {
  test('an additional month costs a lookup in its indexes, and no planning', async () => {
    const added = 24
    // With few months Postgres joins the names of a page at once, with more one by one.
    for (let month = 0; month < added; month += 1) await addMonth()
    const few = await touched()
    for (let month = 0; month < added; month += 1) await addMonth()
    // With its planning it was 21 pages (docs/decisions/0123).
    expect(((await touched()) - few) / added).toBeLessThanOrEqual(8)
  })

  test('does not search for an unsealed row in every month', async () => {
    const sealed = await touched()
    const fresh = 40
    await db.asOwner(
      `insert into app.audit_log (clinic_id, actor_kind, actor_id, actor_role, action, details, patient_ids, patient_count)
       select $1, 'person', $2, 'staff', 'record.read', '{"tables": ["patients"]}', array[$3::uuid], 1
         from generate_series(1, $4::integer)`,
      [clinic.id, clinic.admin.userId, patients.short.patientId, fresh],
    )
    // It was 57 pages, two for each month (docs/decisions/0123).
    expect(((await touched()) - sealed) / fresh).toBeLessThanOrEqual(2)
  })
})
