import { expect, it } from 'vitest'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { createCheckout } from './create-checkout.ts'
import { previewTier } from './preview-tier.ts'

const test = await setUpPayments()

// spec: B2.8 A change of the tier shows its price first
it('returns the cost of changing the tier, and the change charges exactly that', async () => {
  const clinic = await aClinic(test.db)
  const admin = clinic.admin.caller()
  expect(await test.call(previewTier, admin, { plan: 'starter' })).toMatchObject({ amountCents: null })
  await test.pay((await test.call(createCheckout, admin, { plan: 'starter' })).url)
  await test.work()
  await test.pass('P10D')
  const preview = await test.call(previewTier, admin, { plan: 'professional' })
  // the rest of the month at 99 dollars, less what was paid for it at 49
  expect(preview.amountCents).toBeGreaterThan(3_000)
  expect(preview.amountCents).toBeLessThan(3_500)
  await test.pass('PT20M')
  const { url } = await test.call(createCheckout, admin, {
    plan: 'professional',
    changeAt: preview.changeAt,
  })
  expect(url).toContain('/settings/plan?changed=professional')
  await test.work()
  const invoices = await test.db.asOwner(
    `select kind, status, total_cents from clinic_invoices where clinic_id = $1 order by issued_at`,
    [clinic.id],
  )
  expect(invoices).toEqual([
    { kind: 'tier', status: 'paid', total_cents: 4_900 },
    { kind: 'tier', status: 'paid', total_cents: preview.amountCents },
  ])
  await expect(test.call(previewTier, admin, { plan: 'professional' })).rejects.toMatchObject({
    code: 'clinic_tier_current',
  })
  const back = await test.call(previewTier, admin, { plan: 'starter' })
  expect(back.amountCents).toBeLessThan(0)
})

it('refuses a tier with fewer places than people have a running plan', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic)
  const member = await test.aMember(clinic, plan)
  await test.db.asOwner(
    `with family as (insert into patients (clinic_id, full_name)
                     select clinic_id, 'Child ' || n from patients, generate_series(1, 50) n where id = $1
                     returning id, clinic_id)
     insert into subscription_members (clinic_id, subscription_id, patient_id, from_on)
     select f.clinic_id, s.id, f.id, '2026-03-10' from family f, subscriptions s where s.owner_patient_id = $1`,
    [member.patientId],
  )
  await expect(test.call(previewTier, clinic.admin.caller(), { plan: 'starter' })).rejects.toMatchObject({
    code: 'clinic_tier_too_small',
  })
  await expect(test.call(createCheckout, clinic.admin.caller(), { plan: 'starter' })).rejects.toMatchObject({
    code: 'clinic_tier_too_small',
  })
  expect(await test.call(previewTier, clinic.admin.caller(), { plan: 'professional' })).toMatchObject({
    amountCents: null,
  })
})
