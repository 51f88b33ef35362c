// Rows of all tables of two clinics, so that a new table must be erased too.
import { expect, it } from 'vitest'
import { SampleRows } from '#db/tests/tenant-escape/rows.ts'
import { readTables } from '#db/tests/tenant-escape/tables.ts'
import { makeWorld } from '#db/tests/tenant-escape/world.ts'
import { retentionClasses } from '#domain/retention/retention.ts'
import { setUpServices } from '#testing/set-up.ts'
import { eraseClinics } from './erase-clinics.ts'

const test = await setUpServices()
const world = await makeWorld(test.db)
await new SampleRows(test.db, world).create(await readTables(test.db))
// the samples' subscriptions are neither running nor pending, nor at Stripe
await test.db.asOwner(`set session_replication_role = 'replica'`)
await test.db.asOwner(`update plans set status = 'closed'`)
await test.db.asOwner(`set session_replication_role = 'origin'`)
await test.db.asOwner(`update subscriptions set status = 'canceled'`)
await test.db.asOwner('update app.legal_holds set released_at = placed_at')
await test.db.asOwner('delete from app.clinic_closings')
await test.db.asOwner('delete from patient_cards')

/** Table → rows of a clinic. */
async function rowsOf(clinicId: string): Promise<Record<string, number>> {
  const counts = Object.keys(retentionClasses).map(
    (name) => `select '${name}' as name, count(*)::int as rows from ${name} where clinic_id = $1`,
  )
  const found = await test.db.asOwner<{ name: string; rows: number }>(counts.join(' union all '), [clinicId])
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
}

it('erases a clinic from all tables but the books and the trail, and nothing of another clinic', async () => {
  const { one, two } = world.clinics
  const [before, other] = [await rowsOf(one.id), await rowsOf(two.id)]
  await test.db.asOwner(
    'insert into app.clinic_closings (clinic_id, asked_at, asked_by) values ($1, $2, $3)',
    [one.id, new Date(test.clock.now().getTime() - 31 * 86_400_000), one.admin.userId],
  )
  expect(await eraseClinics(test.services).run({})).toEqual({ erased: 1 })
  const after = await rowsOf(one.id)
  const kept = Object.keys(after).filter((name) => (after[name] ?? 0) > 0)
  // the row that the books reference, without a name; and the reserved address
  const nameless = ['public.patients', 'public.released_subdomains']
  expect(kept.filter((name) => !['money', 'trail'].includes(retentionClasses[name] ?? '')).sort()).toEqual(
    nameless,
  )
  for (const name of kept.filter((each) => retentionClasses[each] === 'money'))
    expect([name, after[name]]).toEqual([name, before[name]])
  expect(await rowsOf(two.id)).toEqual(other)
  expect(await eraseClinics(test.services).run({})).toEqual({ erased: 0 })
})
