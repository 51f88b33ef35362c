import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trailYears } from '#domain/retention/retention.ts'
import { createLogger } from '#server/platform/log.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { checkAuditLog } from '../audit/check-audit-log.ts'
import { sealAuditLog } from '../audit/seal-audit-log.ts'
import { rotateMonths } from './rotate-months.ts'

let db: TestDatabase
let clinic: TestClinic
let patient: Patient
const lines: Record<string, unknown>[] = []
const log = createLogger('info', (line) => lines.push(JSON.parse(line) as Record<string, unknown>))

beforeEach(async () => {
  db = await openTestDatabase()
  clinic = await aClinic(db)
  patient = await aPatient(db, clinic)
})
afterEach(() => db.close())

/** @param now the product's time */
const run = (now = new Date()) =>
  rotateMonths({ transactions: db.transactions, clock: { now: () => now } as never, log }).run({})
const seal = () => sealAuditLog({ transactions: db.transactions, log }).run({})
const check = async () => {
  lines.length = 0
  return checkAuditLog({ transactions: db.transactions, log }).run({})
}

const trail = ['audit_log', 'audit_links', 'audit_subjects']
const guarded = ['audit_log', 'audit_links']

it('has partitions for older rows, for this month and the next three, and for all others, in each monthly table', async () => {
  const partitions = await db.asOwner<{ name: string; bounds: string[] }>(
    `select m.name, array_agg(pg_get_expr(c.relpartbound, c.oid) order by c.relname) as bounds
       from app.monthly_tables m join pg_inherits i on i.inhparent = m.name::regclass join pg_class c on c.oid = i.inhrelid
      group by m.name order by m.name`,
  )
  expect(partitions.map(({ name }) => name)).toEqual([
    'app.audit_links',
    'app.audit_log',
    'app.audit_subjects',
    'app.mails',
    'app.webhook_events',
  ])
  for (const { bounds } of partitions) {
    expect(bounds.length).toBeGreaterThanOrEqual(6)
    expect(bounds.at(-2)).toMatch(/^FOR VALUES FROM \(MINVALUE\) TO /)
    expect(bounds.at(-1)).toBe('DEFAULT')
  }
})

async function asTamperer(...statements: string[]): Promise<void> {
  for (const table of guarded) await db.asOwner(`alter table app.${table} disable trigger user`)
  for (const statement of statements) await db.asOwner(statement)
  for (const table of guarded) await db.asOwner(`alter table app.${table} enable trigger user`)
}

/** As if tables had been partitioned ten months ago with three months of retention. */
async function letTenMonthsPass(tables = trail): Promise<void> {
  // creates the coming months: the copied template database may be from the month before
  await run()
  for (const table of tables) {
    await db.asOwner(
      `update app.monthly_tables set begins_at = (date_trunc('month', now() at time zone 'UTC') - interval '10 months') at time zone 'UTC'
        where name = 'app.${table}'`,
    )
    await db.asOwner(`drop table months.${table}_before`)
    await db.asOwner(
      `select app.make_partition(name, 'before', null, begins_at) from app.monthly_tables where name = 'app.${table}'`,
    )
  }
  expect(await run()).toEqual({ made: 10 * tables.length, dropped: 0 })
  for (const table of tables)
    await db.asOwner(`update app.monthly_tables set keep_months = 3 where name = 'app.${table}'`)
}

/**
 * An instant within a month, as SQL.
 * @param monthsAgo 0 for this one
 */
const inMonth = (monthsAgo: number, after = '3 days') =>
  `(date_trunc('month', now() at time zone 'UTC') - interval '${monthsAgo} months' + interval '${after}') at time zone 'UTC'`

async function write(at: string): Promise<number> {
  const [row] = await db.asOwner<{ id: number }>(
    `insert into app.audit_log (clinic_id, actor_kind, action, occurred_at, patient_ids, patient_count)
     values ($1, 'system', 'test.written', ${at}, array[$2::uuid], 1) returning id`,
    [clinic.id, patient.patientId],
  )
  return Number(row?.id)
}

/** Rows of eight, seven, five, two and no months ago, sealed when they were written. */
async function aTrail(): Promise<number[]> {
  const ids: number[] = []
  for (const monthsAgo of [8, 7, 5, 2, 0]) ids.push(await write(inMonth(monthsAgo, '1 minute')))
  await seal()
  await asTamperer('update app.audit_links set sealed_at = occurred_at')
  expect(await check()).toMatchObject({ broken: 0 })
  return ids
}

const rowsOf = (ids: number[]) =>
  db.asOwner<{ id: number }>('select id from app.audit_log where id = any ($1) order by id', [ids])

describe('months of the audit trail', () => {
  it('are dropped after their retention, and the chain holds from there', async () => {
    await letTenMonthsPass()
    const ids = await aTrail()
    // a row whose link was sealed in the next month, which stays
    const late = await write(inMonth(3, '-1 second'))
    await seal()
    await asTamperer(
      `update app.audit_links set position = position + 1 where clinic_id = '${clinic.id}' and position > 3 and audit_id <> ${late}`,
      `update app.audit_links set position = 4, sealed_at = ${inMonth(3, '1 minute')} where audit_id = ${late}`,
    )
    // sealed again in this order, as it would have been
    for (const position of [4, 5, 6])
      await asTamperer(
        `update app.audit_links l set hash = app.audit_link_hash(
            (select b.hash from app.audit_links b where b.clinic_id = l.clinic_id and b.position = l.position - 1), l.position,
            (select a from app.audit_log a where a.id = l.audit_id))
          where clinic_id = '${clinic.id}' and position = ${position}`,
      )
    await db.asOwner(
      `update app.audit_heads set hash = (select l.hash from app.audit_links l where l.clinic_id = $1 and l.position = 6)
        where clinic_id = $1`,
      [clinic.id],
    )
    await db.asOwner('alter table app.audit_checks disable trigger user')
    await db.asOwner('delete from app.audit_checks')
    await db.asOwner('alter table app.audit_checks enable trigger user')
    expect(await check()).toMatchObject({ broken: 0 })

    lines.length = 0
    expect(await run()).toEqual({ made: 0, dropped: 3 })
    expect(lines).toMatchObject(
      trail.map((table) => ({
        event: 'retention.month_dropped',
        name: `app.${table}`,
        bytes: expect.any(Number),
      })),
    )
    expect((await rowsOf([...ids, late])).map(({ id }) => Number(id))).toEqual(ids.slice(3))
    expect(await db.asOwner('select name from app.dropped_months order by id')).toEqual(
      trail.map((table) => ({ name: `app.${table}` })),
    )
    expect(await check()).toMatchObject({ broken: 0 })
    await write('clock_timestamp()')
    expect(await seal()).toMatchObject({ sealed: expect.any(Number) })
    expect(await check()).toMatchObject({ broken: 0 })
    expect(await run()).toEqual({ made: 0, dropped: 0 })
  })

  it.each<[string, (kept: number) => string[], string]>([
    ['a row that is gone', (kept) => [`delete from app.audit_log where id = ${kept}`], 'gone'],
    ['a chain that begins later', (kept) => [`delete from app.audit_links where audit_id = ${kept}`], 'gap'],
    [
      'a row that is said to be of a month that was dropped',
      (kept) => [
        `delete from app.audit_log where id = ${kept}`,
        `update app.audit_links set occurred_at = ${inMonth(9)} where audit_id = ${kept}`,
      ],
      'backdated',
    ],
  ])('still reveal that %s afterwards', async (_, how, problem) => {
    await letTenMonthsPass()
    const ids = await aTrail()
    await run()
    expect(await check()).toMatchObject({ broken: 0 })
    await asTamperer(...how(problem === 'backdated' ? (ids[4] ?? 0) : (ids[3] ?? 0)))
    expect(await check()).toMatchObject({ broken: 1 })
    expect(lines).toMatchObject([{ event: 'audit.tampered', chain: clinic.id, problem }])
  })

  it('stay while a patient in them is under a legal hold', async () => {
    await letTenMonthsPass()
    const ids = await aTrail()
    await db.asOwner(
      'insert into app.legal_holds (clinic_id, patient_id, placed_at) values ($1, $2, now())',
      [clinic.id, patient.patientId],
    )
    expect(await run()).toEqual({ made: 0, dropped: 0 })
    expect(await rowsOf(ids)).toHaveLength(5)
    await db.asOwner('update app.legal_holds set released_at = now()')
    expect(await run()).toEqual({ made: 0, dropped: 3 })
    expect(await rowsOf(ids)).toHaveLength(2)
  })

  it('stay for the trail’s retention period', async () => {
    const kept = await db.asOwner(
      `select name, keep_months from app.monthly_tables where name like 'app.audit%' order by 1`,
    )
    expect(kept).toEqual(
      trail.toSorted().map((table) => ({ name: `app.${table}`, keep_months: trailYears * 12 })),
    )
    const old = await write(inMonth(trailYears * 12 - 1))
    expect(await run()).toMatchObject({ dropped: 0 })
    expect(await rowsOf([old])).toHaveLength(1)
  })
})

describe('months of mails', () => {
  it('are dropped, unless a recipient is under a legal hold', async () => {
    await letTenMonthsPass(['mails'])
    const send = (to: string, at: string) =>
      db.asOwner(
        `insert into app.mails (clinic_id, template, to_address, subject, text_body, html_body, status, message_id, queued_at)
         values ($1, 'welcome', $2, 'Welcome', '', '', 'sent', gen_random_uuid()::text, ${at})`,
        [clinic.id, to],
      )
    for (const monthsAgo of [6, 4, 1]) await send(patient.email, inMonth(monthsAgo))
    await db.asOwner(
      'insert into app.legal_holds (clinic_id, patient_id, placed_at) values ($1, $2, now())',
      [clinic.id, patient.patientId],
    )
    expect(await run()).toMatchObject({ dropped: 0 })
    await db.asOwner('update app.legal_holds set released_at = now()')
    expect(await run()).toMatchObject({ dropped: 1 })
    expect(await db.asOwner(`select from app.mails where template = 'welcome'`)).toHaveLength(1)
  })
})

describe('months of Stripe’s events', () => {
  const receive = async (id: string, occurredAt: string, receivedAt: string) => {
    const [row] = await db.asOwner<{ queued: boolean }>(
      `select app.receive_stripe_event($1, null, 'charge.updated', 'ch_1', '{}', ${occurredAt}, ${receivedAt}, true, 'none') as queued`,
      [id],
    )
    return row?.queued
  }
  const stored = () => db.asOwner<{ id: string }>('select id from app.webhook_events order by id')

  it('store an event once, in whatever month it arrives again', async () => {
    await letTenMonthsPass(['webhook_events'])
    for (const monthsLater of [5, 4, 0])
      await receive('evt_1', inMonth(5, '30 days'), inMonth(monthsLater, '30 days'))
    expect(await stored()).toEqual([{ id: 'evt_1' }])
  })

  it('are dropped, unless one of the events is unprocessed', async () => {
    await letTenMonthsPass(['webhook_events'])
    for (const monthsAgo of [7, 4, 1])
      await receive(`evt_${monthsAgo}`, inMonth(monthsAgo), inMonth(monthsAgo))
    await db.asOwner(`update app.webhook_events set processed_at = null where id = 'evt_4'`)
    expect(await run()).toMatchObject({ dropped: 0 })
    await db.asOwner(`update app.webhook_events set processed_at = now()`)
    expect(await run()).toMatchObject({ dropped: 1 })
    expect(await stored()).toEqual([{ id: 'evt_1' }])
  })
})

describe('a row without a partition for its month', () => {
  const outside = () => db.asOwner(`select * from app.rows_outside_months() where rows > 0`)

  it('is stored, counted, and moved into its month when that is created', async () => {
    const id = await write(`now() + interval '6 months'`)
    expect(await outside()).toEqual([{ name: 'app.audit_log', rows: 1 }])
    await seal()
    const inSevenMonths = new Date()
    inSevenMonths.setUTCMonth(inSevenMonths.getUTCMonth() + 7)
    expect(await run(inSevenMonths)).toMatchObject({ made: expect.any(Number) })
    expect(await outside()).toEqual([])
    expect(await rowsOf([id])).toHaveLength(1)
    const [{ part }] = (await db.asOwner(
      'select tableoid::regclass::text as part from app.audit_log where id = $1',
      [id],
    )) as [{ part: string }]
    expect(part).toMatch(/^months\.audit_log_\d{4}_\d{2}$/)
    await expect(db.asOwner(`delete from ${part}`)).rejects.toThrow('append-only')
  })
})

describe('the data API', () => {
  it('does not reload for a created or dropped month', async () => {
    const heard: string[] = []
    const stop = await db.database.listen('pgrst', (payload) => heard.push(payload))
    await letTenMonthsPass(['mails'])
    heard.length = 0
    expect(await run()).toMatchObject({ dropped: 1 })
    const inSixMonths = new Date()
    inSixMonths.setUTCMonth(inSixMonths.getUTCMonth() + 6)
    expect((await run(inSixMonths)).made).toBeGreaterThan(0)
    expect(heard).toEqual([])
    await db.asOwner('create table public.heard_of (id int)')
    await expect.poll(() => heard).toContain('reload schema')
    await stop()
  })
})

describe('a partition', () => {
  it('has no grants for clients, and its table’s guards', async () => {
    const parts = await db.asOwner<{
      name: string
      rls: boolean
      acl: string | null
      policies: number
      parent: string
      triggers: string[]
    }>(
      `select c.oid::regclass::text as name, c.relrowsecurity as rls, array_to_string(array(
                select a.grantee::regrole::text from aclexplode(c.relacl) a where a.grantee <> c.relowner), ',') as acl,
              (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies, i.inhparent::regclass::text as parent,
              array(select t.tgfoid::regproc::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal order by 1) as triggers
         from pg_class c join pg_inherits i on i.inhrelid = c.oid
        where c.relnamespace = 'months'::regnamespace and c.relkind = 'r' order by 1`,
    )
    expect(parts.length).toBeGreaterThanOrEqual(trail.length * 5)
    for (const part of parts) {
      expect(part, part.name).toMatchObject({ rls: true, acl: '', policies: 0 })
      const [own] = await db.asOwner<{ triggers: string[] }>(
        `select array(select t.tgfoid::regproc::text from pg_trigger t where t.tgrelid = $1::regclass and not t.tgisinternal order by 1) as triggers`,
        [part.parent],
      )
      expect(part.triggers, part.name).toEqual(own?.triggers)
    }
    expect(
      await db.asOwner(
        `select r.rolname from pg_roles r where has_schema_privilege(r.oid, 'months', 'usage') and not r.rolsuper and r.rolname not like 'pg_%'
            and r.oid <> (select nspowner from pg_namespace where nspname = 'months')`,
      ),
    ).toEqual([])
    expect(
      await db.asOwner(
        `select relname from pg_class c where c.relnamespace = 'months'::regnamespace and c.relkind = 'r' and not c.relispartition`,
      ),
    ).toEqual([])
  })

  it('cannot be read by the server either', async () => {
    await expect(
      db.transactions.withSystem('test', (tx) => sql`select * from months.audit_log_before`.execute(tx)),
    ).rejects.toThrow('permission denied for schema months')
  })
})
