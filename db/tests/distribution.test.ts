import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'

// Past one Postgres, tenant tables are distributed by clinic_id (docs/scaling.md 5). A distributed Postgres can
// enforce a unique key only if the key contains that column (docs/decisions/0198). Foreign keys between tenant tables all contain
// it: catalog.test.ts.

/** Tables without a clinic: on every node, or on the node of the accounts. */
const withoutClinic = [
  'app.audit_checks',
  'app.audit_heads',
  'app.audit_links',
  'app.clinic_keys',
  'app.clinic_nodes',
  'app.clinic_requests',
  'app.contact_requests',
  'app.dropped_months',
  'app.file_objects',
  'app.monthly_tables',
  'app.settings',
  'app.text_stops',
  'app.webhook_events',
  'public.clinics',
  'public.leads',
  'public.profiles',
]

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const isTenant = `exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped)`

describe('the schema, distributed by clinic', () => {
  it('has its unique keys within a clinic', async () => {
    const keys = await db.asOwner<{ name: string }>(
      `select i.relname as name
         from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
         join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app') and x.indisunique and ${isTenant}
          and not exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'clinic_id'
                             and k.attnum = any (x.indkey::int2[]))
        order by 1`,
    )
    expect(keys.map(({ name }) => name)).toEqual([])
  })

  it('has few tables of no clinic', async () => {
    const tables = await db.asOwner<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app') and c.relkind in ('r', 'p') and not ${isTenant} order by 1`,
    )
    expect(tables.map(({ name }) => name)).toEqual(withoutClinic)
  })

  it('distributes each tenant table by its clinic, after those it references, and copies the others to every node', async () => {
    const statements = await db.asOwner<{ line: string }>('select app.distribution_script() as line')
    const form =
      /^select (?:create_reference_table\('([\w.]+)'\)|create_distributed_table\('([\w.]+)', 'clinic_id', colocate_with => '([\w.]+)'\))$/
    const made = statements.map(({ line }) => form.exec(line) ?? [line])
    const distributed = made.flatMap(([, , name]) => name ?? [])
    const order = made.map(([line, copied, name]) => copied ?? name ?? line)
    const tables = await db.asOwner<{ name: string; tenant: boolean; parents: string[] }>(
      `select n.nspname || '.' || c.relname as name, ${isTenant} as tenant,
              array(select distinct pn.nspname || '.' || p.relname from pg_constraint k
                       join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
                     where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as parents
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'app', 'auth') and (c.relkind = 'r' or c.relkind = 'p' and ${isTenant})`,
    )
    expect([...order].sort()).toEqual(tables.map(({ name }) => name).sort())
    expect([...distributed].sort()).toEqual(
      tables
        .filter(({ tenant }) => tenant)
        .map(({ name }) => name)
        .sort(),
    )
    // all on the nodes of the first
    expect(new Set(made.flatMap(([, , , anchor]) => anchor ?? []))).toEqual(new Set(['none', distributed[0]]))
    const early = tables.flatMap(({ name, parents }) =>
      parents
        .filter((parent) => order.indexOf(parent) > order.indexOf(name))
        .map((parent) => `${name} ${parent}`),
    )
    expect(early).toEqual([])
  })

  it('has no foreign key from a table of every node to a tenant table', async () => {
    const keys = await db.asOwner<{ name: string }>(
      `select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
         join pg_namespace n on n.oid = c.relnamespace
        where k.contype = 'f' and n.nspname in ('public', 'app', 'auth') and not ${isTenant}
          and exists (select from pg_attribute a where a.attrelid = r.oid and a.attname = 'clinic_id' and not a.attisdropped)`,
    )
    expect(keys.map(({ name }) => name)).toEqual([])
  })

  it('is distributed by a file that lists no table', () => {
    const file = readFileSync('deploy/citus.sql', 'utf8')
    expect(file).not.toMatch(/create_(distributed|reference)_table/)
    for (const name of ['distribution_script', 'privileges_script', 'protection', 'check_protection'])
      expect(file).toContain(`app.${name}(`)
  })
})
