// Changes to the audit trail are detected, even those by the database's owner (docs/threats.md T28).
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { checkAuditLog } from './check-audit-log.ts'
import { sealAuditLog } from './seal-audit-log.ts'

let rows: number[]
const lines: Record<string, unknown>[] = []
const log = createLogger('info', (line) => lines.push(JSON.parse(line) as Record<string, unknown>))

const seal = () => sealAuditLog({ transactions: db.transactions, log }).run({})
const check = () => checkAuditLog({ transactions: db.transactions, log }).run({})
const guarded = ['audit_log', 'audit_links', 'audit_checks']

/** Runs as the owner, bypassing grants, policies and triggers. */
async function tamper(...statements: string[]): Promise<void> {
  for (const table of guarded) await db.asOwner(`alter table app.${table} disable trigger user`)
  for (const statement of statements) await db.asOwner(statement)
  for (const table of guarded) await db.asOwner(`alter table app.${table} enable trigger user`)
}

async function writeRows(to: TestClinic, count: number): Promise<number[]> {
  const written = await db.asOwner<{ id: number }>(
    `insert into app.audit_log (clinic_id, actor_kind, action, details)
     select $1, 'system', 'test.written', jsonb_build_object('index', index) from generate_series(1, $2::int) index returning id`,
    [to.id, count],
  )
  return written.map(({ id }) => id)
}

/** As if an hour had passed: the newest rows count as settled. */
async function letAnHourPass(): Promise<void> {
  await db.asOwner(`insert into app.settings (name, value) select 'audit_sealed_to', to_jsonb(max(id)) from app.audit_log
    on conflict (name) do update set value = excluded.value`)
}

const db = await setUpDatabase()
const clinic = await aClinic(db)
const other = await aClinic(db)
beforeEach(async () => {
  await tamper(
    'delete from app.audit_checks',
    'delete from app.audit_links',
    'delete from app.audit_heads',
    'delete from app.audit_log',
    `delete from app.settings where name = 'audit_sealed_to'`,
  )
  rows = await writeRows(clinic, 10)
  await writeRows(other, 3)
  await seal()
  await letAnHourPass()
  expect(await check()).toMatchObject({ broken: 0 })
  lines.length = 0
})

const row = (place: number) => rows[place - 1] as number
const link = (place: number) => `clinic_id = '${clinic.id}' and position = ${place}`
const rehash = (place: number) => `
  update app.audit_links l set hash = app.audit_link_hash(
      (select b.hash from app.audit_links b where b.clinic_id = l.clinic_id and b.position = l.position - 1), l.position,
      (select a from app.audit_log a where a.id = l.audit_id))
   where ${link(place)}`

const attacks: [
  what: string,
  how: () => string[],
  found: { problem: string; position: number | null; row?: number },
][] = [
  [
    'a row edited',
    () => [`update app.audit_log set action = 'test.edited' where id = ${row(4)}`],
    { problem: 'changed', position: 4, row: 4 },
  ],
  [
    'the time of a row edited by a microsecond',
    () => [
      `update app.audit_log set occurred_at = occurred_at + interval '1 microsecond' where id = ${row(4)}`,
    ],
    { problem: 'changed', position: 4, row: 4 },
  ],
  [
    'a row deleted',
    () => [`delete from app.audit_log where id = ${row(5)}`],
    { problem: 'gone', position: 5, row: 5 },
  ],
  [
    'a row deleted with its link',
    () => [`delete from app.audit_log where id = ${row(5)}`, `delete from app.audit_links where ${link(5)}`],
    { problem: 'gap', position: 6, row: 6 },
  ],
  [
    'a row and its link deleted, and the rest moved up',
    () => [
      `delete from app.audit_log where id = ${row(5)}`,
      `delete from app.audit_links where ${link(5)}`,
      ...[6, 7, 8, 9, 10].map(
        (place) => `update app.audit_links set position = ${place - 1} where ${link(place)}`,
      ),
    ],
    { problem: 'changed', position: 5, row: 6 },
  ],
  [
    'a row slipped in between',
    () => [
      `insert into app.audit_log (id, clinic_id, actor_kind, action) overriding system value values (0, '${clinic.id}', 'person', 'test.forged')`,
    ],
    { problem: 'slipped_in', position: null },
  ],
  [
    'the contents of two rows swapped',
    () => [
      `update app.audit_log a set details = b.details from app.audit_log b
      where a.id in (${row(3)}, ${row(7)}) and b.id = ${row(3)} + ${row(7)} - a.id`,
    ],
    { problem: 'changed', position: 3, row: 3 },
  ],
  [
    'two rows in another order',
    () => [
      `update app.audit_links set position = 1000 where ${link(3)}`,
      `update app.audit_links set position = 3 where ${link(4)}`,
      `update app.audit_links set position = 4 where ${link(1000)}`,
    ],
    { problem: 'changed', position: 3, row: 4 },
  ],
  [
    'a row edited and its own hash recomputed',
    () => [`update app.audit_log set actor_kind = 'visitor' where id = ${row(6)}`, rehash(6)],
    { problem: 'changed', position: 7, row: 7 },
  ],
  [
    'a row edited and all later hashes recomputed',
    () => [
      `update app.audit_log set actor_kind = 'visitor' where id = ${row(6)}`,
      ...[6, 7, 8, 9, 10].map(rehash),
    ],
    { problem: 'cut_off', position: 10 },
  ],
  [
    'all hashes and the head recomputed',
    () => [
      `update app.audit_log set actor_kind = 'visitor' where id = ${row(6)}`,
      ...[6, 7, 8, 9, 10].map(rehash),
      `update app.audit_heads h set hash = (select hash from app.audit_links where ${link(10)}) where h.clinic_id = '${clinic.id}'`,
    ],
    { problem: 'rewritten', position: 10 },
  ],
  [
    'the newest rows cut off',
    () => [
      `delete from app.audit_log where id in (${row(9)}, ${row(10)})`,
      `delete from app.audit_links where clinic_id = '${clinic.id}' and position > 8`,
    ],
    { problem: 'cut_off', position: 10 },
  ],
  [
    'the newest rows cut off, and the head set back',
    () => [
      `delete from app.audit_log where id in (${row(9)}, ${row(10)})`,
      `delete from app.audit_links where clinic_id = '${clinic.id}' and position > 8`,
      `update app.audit_heads h set position = 8, hash = (select hash from app.audit_links where ${link(8)}) where h.clinic_id = '${clinic.id}'`,
    ],
    { problem: 'rewritten', position: 10 },
  ],
  [
    'the whole chain deleted',
    () => [
      `delete from app.audit_log where clinic_id = '${clinic.id}'`,
      `delete from app.audit_links where clinic_id = '${clinic.id}'`,
    ],
    { problem: 'cut_off', position: 10 },
  ],
]

describe('the nightly check finds', () => {
  it.each(attacks)('%s', async (_, how, { problem, position, row: place }) => {
    await tamper(...how())
    expect(await check()).toMatchObject({ broken: 1 })
    const auditId = place === undefined ? (problem === 'slipped_in' ? 0 : null) : row(place)
    expect(lines).toMatchObject([
      { level: 'error', event: 'audit.tampered', chain: clinic.id, problem, position, auditId },
    ])
    expect(
      await db.asOwner(
        'select problem, bad_position, bad_audit_id from app.audit_checks where problem is not null',
      ),
    ).toEqual([{ problem, bad_position: position, bad_audit_id: auditId }])
    expect(
      await db.asOwner(`select clinic_id, details from app.audit_log where action = 'audit.found_broken'`),
    ).toEqual([{ clinic_id: clinic.id, details: { problem, position } }])
  })

  it('a row given to another clinic, in both', async () => {
    await tamper(`update app.audit_log set clinic_id = '${other.id}' where id = ${row(2)}`)
    expect(await check()).toMatchObject({ broken: 2 })
    const found = lines.map(({ chain, problem, auditId }) => [chain, problem, auditId])
    expect(found.sort()).toEqual(
      [
        [clinic.id, 'gone', row(2)],
        [other.id, 'slipped_in', row(2)],
      ].sort(),
    )
  })

  it('a chain that was deleted with its head', async () => {
    await tamper(
      `delete from app.audit_log where clinic_id = '${clinic.id}'`,
      `delete from app.audit_links where clinic_id = '${clinic.id}'`,
      `delete from app.audit_heads where clinic_id = '${clinic.id}'`,
    )
    expect(await check()).toMatchObject({ broken: 1 })
    expect(lines).toMatchObject([{ chain: clinic.id, problem: 'rewritten', position: 10 }])
  })

  it('by three transactions a chain, however many rows other clinics have', async () => {
    let count = 0
    const transactions: typeof db.transactions = {
      ...db.transactions,
      withSystem: (...step) => {
        count++
        return db.transactions.withSystem(...step)
      },
    }
    const counted = async () => {
      count = 0
      return { ...(await checkAuditLog({ transactions, log }).run({})), count }
    }
    const { chains, count: few } = (await counted()) as unknown as { chains: number; count: number }
    expect(few).toBe(1 + 3 * chains)
    await writeRows(other, 500)
    await seal()
    expect(await counted()).toMatchObject({ broken: 0, count: few })
  })

  it('a row that claims to be older than it is', async () => {
    await tamper(`insert into app.audit_log (clinic_id, actor_kind, action, occurred_at)
                  values ('${clinic.id}', 'person', 'test.forged', now() - interval '3 days')`)
    await seal()
    lines.length = 0
    await check()
    expect(lines).toMatchObject([{ event: 'audit.tampered', problem: 'backdated', position: 11 }])
  })
})

describe('the sealing', () => {
  it('continues where it ended, and logs that position', async () => {
    await writeRows(clinic, 2)
    expect(await seal()).toEqual({ sealed: 2 })
    expect(lines).toMatchObject([
      {
        level: 'info',
        event: 'audit.sealed',
        chain: clinic.id,
        position: 12,
        head: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    expect(await seal()).toEqual({ sealed: 0 })
    expect(await check()).toMatchObject({ broken: 0 })
  })

  it('includes rows that committed after rows with higher numbers', async () => {
    const write = (id: number) =>
      db.asOwner(`insert into app.audit_log (id, clinic_id, actor_kind, action) overriding system value
                  values (${id}, '${clinic.id}', 'system', 'test.written')`)
    await write(7_000_000_000_000_001)
    expect(await seal()).toEqual({ sealed: 1 })
    await write(7_000_000_000_000_000)
    expect(await seal()).toEqual({ sealed: 1 })
    expect(await check()).toMatchObject({ broken: 0 })
  })

  it('loses no row when two runs overlap', async () => {
    await writeRows(clinic, 20)
    const both = await Promise.all([seal(), seal()])
    expect(both.reduce((sum, { sealed }) => sum + Number(sealed), 0)).toBe(20)
    expect(await check()).toMatchObject({ broken: 0 })
  })
})

describe('only the owner can change it', () => {
  it.each([
    ['audit_log', `action = 'test.edited'`],
    ['audit_links', 'position = 1'],
    ['audit_checks', 'problem = null'],
  ])('app.%s', async (table, change) => {
    for (const statement of [
      `update app.${table} set ${change}`,
      `delete from app.${table}`,
      `truncate app.${table}`,
    ]) {
      // the server's role has no grant; the trigger stops a mistake by the owner
      const asServer = db.transactions.withSystem('test', (tx) => sql.raw(statement).execute(tx))
      await expect(asServer).rejects.toMatchObject({ code: '42501' })
      await expect(db.asOwner(statement)).rejects.toMatchObject({ code: '42501' })
    }
  })
})

it.each([null, '', 'published', 'Plan.published', 'plan.published '])(
  'no action is named %j',
  async (action) => {
    await expect(
      db.transactions.withSystem('test', (tx) =>
        sql`select app.record_audit(${action}, null, null, '{}'::jsonb, null)`.execute(tx),
      ),
    ).rejects.toMatchObject({ code: '23514' })
  },
)

it('events of the auth service belong to no clinic', async () => {
  await expect(
    db.transactions.withSystem('test', (tx) =>
      sql`select app.record_audit('auth.login', null, null, '{}'::jsonb, ${crypto.randomUUID()}::uuid)`.execute(
        tx,
      ),
    ),
  ).rejects.toMatchObject({ code: '23514' })
})
