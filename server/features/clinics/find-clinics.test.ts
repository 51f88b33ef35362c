import { expect, it } from 'vitest'
import { exhaustLimit } from '#testing/database/rate-limits.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic, aVisitor } from '#testing/sign-in/people.ts'
import { findClinics } from './find-clinics.ts'

const test = await setUpPayments()
const open = await test.aSellingClinic()
await test.db.asOwner('update clinics set name = $2 where id = $1', [open.id, 'Gentle 100% Family Care'])
await test.aPublishedPlan(open)

async function find(text: string, address: string = crypto.randomUUID()) {
  const { clinics } = await test.call(findClinics, { ...aVisitor(), address }, { text })
  return clinics
}

it('finds an open clinic by part of its name, in any case', async () => {
  const found = { name: 'Gentle 100% Family Care', subdomain: open.subdomain }
  for (const text of ['gentle', ' FAMILY ', '100% fam', open.subdomain.toUpperCase()])
    expect(await find(text)).toContainEqual(found)
})

it('finds a clinic that is not open only by its full address', async () => {
  const closed = await aClinic(test.db, { name: 'Quiet Harbor Practice' })
  expect(await find('Quiet Harbor')).toEqual([])
  expect(await find(closed.subdomain.slice(0, -1))).toEqual([])
  expect(await find(closed.subdomain)).toEqual([{ name: closed.name, subdomain: closed.subdomain }])
})

it('takes wildcards as text, requires three letters, and returns at most eight clinics', async () => {
  for (const text of ['%%%', '___', '*', '', 'ge']) expect(await find(text)).toEqual([])
  for (let n = 0; n < 9; n++) {
    const { id } = await aClinic(test.db, { name: `Orchard Street ${n}` })
    await test.db.asOwner(
      `with plan as (
         insert into plans (clinic_id, kind, name) values ($1, 'wellness', 'Basic') returning id)
       insert into plan_versions (clinic_id, plan_id, number, name, published_at)
       select $1, id, 1, 'Basic', now() from plan`,
      [id],
    )
    await test.db.asOwner(
      `update plans set status = 'published', stripe_product = 'prod_' || id where clinic_id = $1`,
      [id],
    )
  }
  expect(await find('orchard')).toHaveLength(8)
})

it('is limited by network address', async () => {
  await find('gentle', '198.51.100.9')
  await exhaustLimit(test.db, 'find-clinics', '198.51.100.9')
  await expect(find('gentle', '198.51.100.9')).rejects.toMatchObject({ code: 'rate_limited' })
})
