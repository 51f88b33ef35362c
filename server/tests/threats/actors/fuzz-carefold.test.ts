// The data API's fuzzer on Carefold's own schema, as a visitor, a patient, a read-only member, staff and an admin of clinic
// 1 (docs/threats.md T23, T1): no internal failure, no injected statement, and no data of clinic 2.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { SampleRows } from '#db/tests/tenant-escape/rows.ts'
import { readTables } from '#db/tests/tenant-escape/tables.ts'
import { makeWorld } from '#db/tests/tenant-escape/world.ts'
import { type DataApiCaller, dataApiCaller, dataApiDatabase, recordedReads } from '#server/data-api.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import type { RestDatabase } from '#server/rest/database.ts'
import { createRestApi } from '#server/rest/rest-api.ts'
import { fuzzedRequests, isOwnFailure, sendable } from '#server/rest/tests/fuzz-requests.ts'
import { foreignToken } from '#server/rest/tests/sql-grammar.ts'
import { openTestDatabase } from '#testing/database/database.ts'
import { readFuzzSchema } from './fuzz-schema.ts'

/** docs/threats.md T23 requires `REST_FUZZ_RUNS=10000`. */
const numRuns = Number(process.env.REST_FUZZ_RUNS ?? 400)
const callers = ['visitor', 'patient', 'viewer', 'staff', 'admin'] as const

const sent: string[] = []
/** Values that only clinic 2 has: keys and texts of its rows, except its public card. */

const db = await openTestDatabase()
const world = await makeWorld(db)
const samples = await new SampleRows(db, world).create(await readTables(db))
const secrets = await readForeign()
const foreign = new RegExp(secrets.map((secret) => secret.replace(/[^\w@. -]/g, '.')).join('|'))
const near = samples.flatMap(({ rows }) => rows.filter(({ clinic }) => clinic === 1))
const ids = [...near.map(({ key }) => String(Object.values(key)[0])), ...secrets].filter((id) =>
  /^[0-9a-f-]{36}$/.test(id),
)
const schema = await readFuzzSchema(db, ids)
const api = createRestApi({
  database: recording(dataApiDatabase(db.transactions)),
  schemas: ['public'],
  maxRows: 1000,
  recordedReads,
  aggregates: true,
  txOverride: true,
})
afterAll(async () => {
  await api.close()
  await db.close()
})

/** Of the exposed schema, without those that clinic 1 has too. */
async function readForeign(): Promise<string[]> {
  const columns = await db.asOwner<{ table: string; name: string }>(`
    select c.relname as "table", a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and format_type(a.atttypid, null) in ('uuid', 'text')
       and exists (select from pg_attribute b where b.attrelid = c.oid and b.attname = 'clinic_id')`)
  const found = new Set<string>()
  for (const { table, name } of columns) {
    const rows = await db.asOwner<{ value: string }>(
      `select distinct t."${name}"::text as value from "${table}" t
        where t.clinic_id = $1 and t."${name}" is not null and length(t."${name}"::text) > 12
          and not exists (select from "${table}" o where o.clinic_id <> $1 and o."${name}" = t."${name}")`,
      [world.clinics.two.id],
    )
    for (const { value } of rows) found.add(value)
  }
  // a clinic's id is public; members of both clinics are known in both
  for (const known of [world.clinics.two.id, world.people.twoClinics?.userId ?? '']) found.delete(known)
  return [...found]
}

function recording(database: RestDatabase<DataApiCaller>): RestDatabase<DataApiCaller> {
  return {
    ...database,
    run: (caller, options, statement, after) => {
      sent.push(statement.sql)
      return database.run(caller, options, statement, (rows, send) =>
        after(rows, (more) => {
          sent.push(more.sql)
          return send(more)
        }),
      )
    },
  }
}

test(`${numRuns} requests to Carefold’s own tables: no internal failure, no injected SQL, nothing of another clinic`, {
  timeout: 60_000 + numRuns * 200,
}, async () => {
  let answered = 0
  let rows = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...callers), fuzzedRequests(schema), async (who, request) => {
      sent.length = 0
      const [path, init] = sendable(request)
      const response = await api.fetch(
        new Request(`http://carefold.localhost/rest/v1${path}`, init),
        dataApiCaller(world.callers[who] as Caller),
      )
      const answer = { status: response.status, body: await response.text() }
      expect(isOwnFailure(answer), answer.body).toBe(false)
      for (const sql of sent) expect(foreignToken(sql), sql).toBeUndefined()
      if (answer.status < 300) {
        answered++
        if (answer.body.length > 2) rows++
        expect(foreign.exec(answer.body)?.[0], `${who} ${path}`).toBeUndefined()
      }
    }),
    { numRuns },
  )
  expect(answered / numRuns).toBeGreaterThan(0.05)
  expect(rows / numRuns).toBeGreaterThan(0.02)
  expect(foreign.source.length).toBeGreaterThan(1_000)
})
