// Rows of all tables, so that a new table must be merged and parted too.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SampleRows } from '#db/tests/tenant-escape/rows.ts'
import { readTables } from '#db/tests/tenant-escape/tables.ts'
import { makeWorld, type Owner } from '#db/tests/tenant-escape/world.ts'
import { setUpDatabase } from '#testing/set-up.ts'

const db = await setUpDatabase()
const world = await makeWorld(db)
await new SampleRows(db, world).create(await readTables(db))
// the samples include a merge
await db.asOwner('delete from app.patient_merges')
await db.asOwner('update patients set merged_into = null')
// all samples have the same time
await db.asOwner('delete from app.appointment_holds')
await db.asOwner('delete from app.busy_times')
const references = await db.asOwner('select table_name, column_name from app.patient_references()')

const text = (owner: Pick<Owner, 'patientId'>) =>
  references.map(
    ({ table_name: table, column_name: column }) =>
      `select '${table}.${column}' as at, t.* from (select md5(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text)) as hash, count(*)::int as rows
         from ${table} t where t.${column} = '${owner.patientId}') t`,
  )

/** Table and column → rows that reference a patient. */
const rowsOf = async (owner: Pick<Owner, 'patientId'>) =>
  new Map(
    (await db.asOwner<{ at: string; hash: string; rows: number }>(text(owner).join(' union all '))).map(
      ({ at, ...found }) => [at, found],
    ),
  )

it('moves each row of each table, and restores them', async () => {
  const { patient } = world.owners
  const [record] = await db.asOwner<{ id: string }>(
    `insert into patients (clinic_id, full_name) values ($1, 'The same person') returning id`,
    [patient.clinicId],
  )
  const standing = { patientId: record?.id ?? '' }
  const before = await rowsOf(patient)
  expect([...before.values()].filter(({ rows }) => rows === 0).length).toBeLessThan(3)
  expect(before.size).toBeGreaterThan(35)

  const merge = await db.transactions.withSystem('test', async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select app.merge_patients(${patient.clinicId}::uuid, ${patient.patientId}::uuid, ${standing.patientId}::uuid,
                                'The same person', null, null, '{}'::text[], null, now()) as id`.execute(tx)
    return rows[0]?.id ?? ''
  })
  const left = await rowsOf(patient)
  expect([...left].filter(([, { rows }]) => rows > 0)).toEqual([])
  const there = await rowsOf(standing)
  for (const [at, { rows }] of before) expect(there.get(at)?.rows, at).toBe(rows)

  await db.transactions.withSystem('test', (tx) =>
    sql`select app.part_patients(${patient.clinicId}::uuid, ${merge}::uuid, null, now())`.execute(tx),
  )
  const back = await rowsOf(patient)
  // ignores versions and times of change
  for (const [at, { rows }] of before) expect(back.get(at)?.rows, at).toBe(rows)
  for (const [at, { rows }] of await rowsOf(standing)) expect(rows, at).toBe(0)
})
