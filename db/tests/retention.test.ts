import { expect, it } from 'vitest'
import { retentionClasses } from '#domain/retention/retention.ts'
import { setUpDatabase } from '#testing/set-up.ts'

const db = await setUpDatabase()

it('every table with rows of clinics has a retention class, and no other table has one', async () => {
  const tables = await db.asOwner<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'app') and c.relkind in ('r', 'p')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped)
      order by 1`,
  )
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(retentionClasses).sort())
})

it('no table that names a patient has the retention class of the clinic’s own rows', async () => {
  const naming = await db.asOwner<{ name: string }>(
    `select distinct n.nspname || '.' || c.relname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname in ('patient_id', 'owner_patient_id')
      where n.nspname in ('public', 'app') and c.relkind in ('r', 'p')`,
  )
  const kept = naming.filter(({ name }) => retentionClasses[name] === 'clinic')
  expect(kept).toEqual([])
})
