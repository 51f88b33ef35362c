// Rows of all tables, so that a new table must be erased too.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SampleRows } from '#db/tests/tenant-escape/rows.ts'
import { readTables } from '#db/tests/tenant-escape/tables.ts'
import { makeWorld, type Owner } from '#db/tests/tenant-escape/world.ts'
import { retentionClasses } from '#domain/retention/retention.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { erasePatientClass, type PatientClass } from './erase-patient.ts'

const db = await setUpDatabase()
const world = await makeWorld(db)
const tables = await readTables(db)
await new SampleRows(db, world).create(tables)
await untangleSamples()
const aboutPatients = tables
  .filter(({ columns }) => columns.some(({ name }) => name === 'patient_id'))
  .map(({ name }) => name)
  .filter((name) => name in retentionClasses)

/** The samples share one file, a patient’s, which content never shows. */
async function untangleSamples(): Promise<void> {
  await db.asOwner(`set session_replication_role = 'replica'`)
  for (const statement of [
    'delete from content_pages',
    'delete from content_version_files',
    'delete from content_documents',
    'update content_items set cover_file_id = null',
    'update content_versions set cover_file_id = null',
  ])
    await db.asOwner(statement)
  await db.asOwner(`set session_replication_role = 'origin'`)
}

/** Table → rows about a patient. */
async function rowsAbout({ patientId }: Owner): Promise<Record<string, number>> {
  const counts = aboutPatients.map(
    (name) => `select '${name}' as name, count(*)::int as rows from ${name} where patient_id = $1`,
  )
  const found = await db.asOwner<{ name: string; rows: number }>(counts.join(' union all '), [patientId])
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
}

const erase = (kind: PatientClass, { clinicId, patientId, userId }: Owner) =>
  db.transactions.withSystem('job:retention.test', (tx) =>
    erasePatientClass(tx, kind, { clinicId, patientId, userId }),
  )

const sums = () =>
  db.asOwner(
    'select clinic_id, account, sum(amount_cents)::text as cents, count(*)::int as postings from postings group by 1, 2 order by 1, 2',
  )

const remove = (owner: Owner) =>
  db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [owner.membershipId])

it('erases each class of one patient from all tables, and nothing of other patients', async () => {
  const { patient, otherPatient, foreignPatient } = world.owners
  await remove(patient)
  const before = await rowsAbout(patient)
  const others = [await rowsAbout(otherPatient), await rowsAbout(foreignPatient)]
  const ledger = await sums()
  // some tables have patients' ids without a reference, which the samples lack
  expect(Object.values(before).filter((rows) => rows === 0).length).toBeLessThan(5)
  expect(Object.keys(before).length).toBeGreaterThan(30)

  const gone: string[] = []
  for (const kind of ['convenience', 'record'] as const) {
    await erase(kind, patient)
    gone.push(kind)
    const expected = Object.entries(before).map(([name, rows]) => [
      name,
      gone.includes(retentionClasses[name] ?? '') ? 0 : rows,
    ])
    expect(await rowsAbout(patient)).toEqual(Object.fromEntries(expected))
  }
  await erase('money', patient)
  expect([await rowsAbout(otherPatient), await rowsAbout(foreignPatient)]).toEqual(others)
  expect(await sums()).toEqual(ledger)
})

it('removes the patient’s name, and no other name', async () => {
  const named = await db.asOwner(
    `select p.full_name = 'Erased' and p.email is null and p.user_id is null as erased,
            (select count(*)::int from receipts r where r.patient_id = p.id and (patient_name <> 'Erased' or patient_email is not null)) as receipts,
            (select count(*)::int from plan_agreements a where a.patient_id = p.id and signed_name <> 'Erased') as agreements,
            (select count(*)::int from clinic_memberships m where m.clinic_id = p.clinic_id and m.user_id = $3) as memberships
       from patients p where p.id in ($1, $2) order by p.id = $2`,
    [world.owners.patient.patientId, world.owners.otherPatient.patientId, world.owners.patient.userId],
  )
  expect(named).toEqual([
    { erased: true, receipts: 0, agreements: 0, memberships: 0 },
    { erased: false, receipts: 1, agreements: 1, memberships: 0 },
  ])
})

it('is for retention jobs only', async () => {
  const { otherPatient } = world.owners
  const elsewhere = (statement: string) =>
    db.transactions.withSystem('job:something-else', async (tx) => {
      await sql.raw(statement).execute(tx)
    })
  for (const statement of [
    'delete from public.appointments',
    'delete from public.consents',
    'delete from public.messages',
    `update public.receipts set patient_name = 'x'`,
    `update public.plan_agreements set signed_name = 'x'`,
  ])
    await expect(elsewhere(statement)).rejects.toMatchObject({ code: '42501' })
  // nor may they change the books
  for (const table of ['public.journal', 'public.postings', 'public.statements', 'app.audit_log'])
    await expect(
      db.transactions.withSystem('job:retention.test', async (tx) => {
        await sql.raw(`delete from ${table}`).execute(tx)
      }),
    ).rejects.toMatchObject({ code: '42501' })
  expect((await rowsAbout(otherPatient))['public.appointments']).toBe(1)
})
