import { beforeEach, expect, it } from 'vitest'
import { createPageClinics } from '#server/clinic/page-clinics.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { createClinicSites } from './clinic-sites.ts'
import { saveClinicBrand } from './save-clinic-brand.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
  await pays('enterprise')
})

const pays = (tier: string) =>
  test.db.asOwner(
    `update clinic_billing set tier = $2, subscription_status = 'active', current_period_start = now() where clinic_id = $1`,
    [clinic.id, tier],
  )
const brand = { ownsColor: true, color: '#ffdd00', hidesCarefold: true }
const save = (version = 0, changes: object = {}, by = clinic.admin) =>
  saveClinicBrand.call(test.services, by.caller(clinic), { version, brand: { ...brand, ...changes } })

async function served() {
  const domain = 'carefold.localhost'
  const { transactions } = test.services
  const page = await createPageClinics(transactions, domain, () => test.clock.now())(
    new URL(`http://${clinic.subdomain}.${domain}/login`),
  )
  const found = await createClinicSites(transactions)(clinic.subdomain)
  expect(found?.site.brand).toEqual(page && page !== 'unanswered' ? page.brand : 'no page')
  return found?.site.brand
}

it('is shown on pages, in readable shades', async () => {
  expect(await save()).toEqual({ version: 1 })
  const [row] = await test.db.asOwner('select color, light from clinic_brands where clinic_id = $1', [
    clinic.id,
  ])
  expect(row?.color).toBe('#FFDD00')
  expect(row?.light).not.toBe('#FFDD00')
  expect(await served()).toEqual({ shades: { light: row?.light, dark: '#FFDD00' }, hidesCarefold: true })
  expect(
    await test.db.asOwner(
      `select details from app.audit_log where clinic_id = $1 and action = 'clinic.brand_saved'`,
      [clinic.id],
    ),
  ).toEqual([{ details: { ...brand, color: '#FFDD00' } }])
})

// spec: B9 Only a clinic whose Enterprise tier is in effect shows its own brand
it('falls back where the tier ends, and returns with the next', async () => {
  await save()
  await pays('professional')
  expect(await served()).toBeNull()
  await pays('enterprise')
  expect(await served()).toMatchObject({ hidesCarefold: true })
})

it('leaves the color to the profile, and Carefold’s mark where it is wanted', async () => {
  await save(0, { ownsColor: false, hidesCarefold: false })
  expect(await served()).toEqual({ shades: null, hidesCarefold: false })
})

it('is refused to another tier, to staff, on an outdated save, and for an invalid color', async () => {
  await save()
  await expect(save(0)).rejects.toMatchObject({ code: 'changed_elsewhere' })
  await expect(save(1, { color: 'red' })).rejects.toMatchObject({ code: 'invalid_input' })
  const staff = await aStaffMember(test.db, clinic)
  await expect(save(1, {}, staff)).rejects.toMatchObject({ code: 'not_allowed' })
  await pays('professional')
  await expect(save(1)).rejects.toMatchObject({ code: 'clinic_tier_lacks_feature' })
})
