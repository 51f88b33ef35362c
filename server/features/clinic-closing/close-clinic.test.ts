import { afterAll, expect, it } from 'vitest'
import { openTestSale, type SellingClinic } from '#testing/money/payments.ts'
import { endsAtStripe, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aClinic, aPatient, aStaffMember, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { saveClinicPlace } from '../plans/save-clinic-place.ts'
import { eraseClinics } from '../retention/erase-clinics.ts'
import { cancelSubscription } from '../subscriptions/ending/cancel-subscription.ts'
import { resumeSubscription } from '../subscriptions/resume-subscription.ts'
import { clinicClosing } from './clinic-closing.ts'
import { closeClinic } from './close-clinic.ts'

const sale = await openTestSale()
await aSecondStep(sale.test.db, sale.clinic.admin)
afterAll(() => sale.test.close())

const close = (clinic: TestClinic, name = clinic.name) =>
  sale.test.call(closeClinic, clinic.admin.caller(), { name })
const state = (clinic: TestClinic) => sale.test.call(clinicClosing, clinic.admin.caller(), {})
const atNight = () => eraseClinics(sale.test.services).run({})

const mailed = (clinic: TestClinic, template: string) =>
  sale.test.db
    .asOwner<{ to_address: string }>(
      'select to_address from app.mails where clinic_id = $1 and template = $2 order by 1',
      [clinic.id, template],
    )
    .then((rows) => rows.map(({ to_address }) => to_address))

async function aClosable(): Promise<SellingClinic> {
  const clinic = await sale.test.aSellingClinic()
  await aSecondStep(sale.test.db, clinic.admin)
  return clinic
}

it('ends plans with their period, and mails all members once', async () => {
  const { test, clinic, plan } = sale
  const member: Patient = await test.aMember(clinic, plan)
  const { id, stripe_subscription } = await subscriptionOf(test, member)
  await expect(close(clinic, 'Another clinic')).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'name' }],
  })
  expect(await state(clinic)).toMatchObject({ askedAt: null, plans: 1, members: 2 })

  const closing = await close(clinic, ` ${clinic.name.toUpperCase()} `)
  expect(closing).toMatchObject({ askedAt: test.clock.now().toISOString(), plans: 1 })
  expect(await close(clinic)).toEqual(closing)
  expect(await subscriptionOf(test, member)).toMatchObject({ cancel_at_period_end: true })
  await test.work()
  expect(await endsAtStripe(test, clinic, stripe_subscription)).toBe(true)
  const resumed = test.call(resumeSubscription, member.caller(), { subscriptionId: id })
  await expect(resumed).rejects.toMatchObject({ code: 'clinic_closing' })
  expect(await mailed(clinic, 'clinic-closes')).toEqual([clinic.admin.email, member.email].sort())
})

it('says beforehand which plans end before the notice period of the place’s law', async () => {
  const { test } = sale
  const clinic = await aClosable()
  await test.aMember(clinic, await test.aPublishedPlan(clinic, { interval: 'year' }))
  const monthly = await test.aMember(clinic, await test.aPublishedPlan(clinic))
  await test.aMember(clinic, await test.aPublishedPlan(clinic))
  expect(await state(clinic)).toMatchObject({ plans: 3, missedNotice: null })
  await test.call(saveClinicPlace, clinic.admin.caller(), { place: 'US-AZ' })
  test.clock.advance('P3D')
  // a month from joining, and thirty days from today
  const endableFrom = new Date(test.clock.now().getTime() + 30 * 24 * 60 * 60 * 1000).toISOString()
  const owed = { place: 'US-AZ', days: 30, endableFrom }
  expect(await state(clinic)).toMatchObject({ missedNotice: { ...owed, plans: 2 } })
  // a plan that ends anyway is not counted
  await test.call(cancelSubscription, monthly.caller(), {
    subscriptionId: (await subscriptionOf(test, monthly)).id,
  })
  expect(await state(clinic)).toMatchObject({ missedNotice: { ...owed, plans: 1 } })
})

it('erases thirty days later, after the last plan has ended, and nothing of another clinic', async () => {
  const { test } = sale
  const clinic = await aClosable()
  const plan = await test.aPublishedPlan(clinic)
  const other = await aClosable()
  const patient = await aPatient(test.db, other)
  const member = await test.aMember(clinic, plan)
  const held = await aPatient(test.db, clinic)
  await test.db.asOwner(
    'insert into app.legal_holds (clinic_id, patient_id, placed_at) values ($1, $2, $3)',
    [clinic.id, held.patientId, test.clock.now()],
  )
  await close(clinic)
  await test.work()
  const ledger = () =>
    test.db.asOwner(
      'select account, sum(amount_cents)::text as cents from postings where clinic_id = $1 group by 1 order by 1',
      [clinic.id],
    )
  const members = async (of: TestClinic) =>
    (
      await test.db.asOwner<{ count: number }>(
        'select count(*)::int as count from clinic_memberships where clinic_id = $1',
        [of.id],
      )
    )[0]?.count
  await test.pass('P29D')
  await atNight()
  expect(await members(clinic)).toBe(3)
  await test.pass('P10D')
  await atNight()
  expect(await members(clinic)).toBe(3)
  await test.db.asOwner('update app.legal_holds set released_at = $2 where clinic_id = $1', [
    clinic.id,
    test.clock.now(),
  ])
  const books = await ledger()
  expect(books.length).toBeGreaterThan(0)
  await atNight()
  expect(await members(clinic)).toBe(0)
  expect(await ledger()).toEqual(books)
  const names = await test.db.asOwner(
    'select distinct full_name, email, user_id from patients where clinic_id = $1',
    [clinic.id],
  )
  expect(names).toEqual([{ full_name: 'Erased', email: null, user_id: null }])
  expect(
    await test.db.asOwner('select patient_name from receipts where patient_id = $1', [member.patientId]),
  ).toEqual([{ patient_name: 'Erased' }])
  // its subdomain stays reserved
  const [row] = await test.db.asOwner<{ subdomain: string; name: string }>(
    'select name, subdomain from clinics where id = $1',
    [clinic.id],
  )
  expect(row).toEqual({ name: 'Closed clinic', subdomain: expect.stringMatching(/^closed-[0-9a-f]{32}$/) })
  expect(
    await test.db.asOwner('select subdomain from released_subdomains where clinic_id = $1', [clinic.id]),
  ).toEqual([{ subdomain: clinic.subdomain }])
  const visible = await test.services.transactions.withActor(other.admin.caller(), (tx) =>
    tx.selectFrom('clinics').select('id').where('id', 'in', [clinic.id, other.id]).execute(),
  )
  expect(visible).toEqual([{ id: other.id }])
  await expect(state(clinic)).rejects.toMatchObject({ code: 'not_allowed' })

  expect(await members(other)).toBe(2)
  expect(await test.db.asOwner('select full_name from patients where id = $1', [patient.patientId])).toEqual([
    { full_name: patient.name },
  ])
})

it('is for an admin with a second step, in their own clinic, once the tier is canceled', async () => {
  const { test } = sale
  const clinic = await aClinic(test.db)
  await expect(close(clinic)).rejects.toMatchObject({ code: 'second_step_required' })
  const staff = await aStaffMember(test.db, clinic)
  await aSecondStep(test.db, staff)
  for (const person of [staff, sale.clinic.admin])
    await expect(test.call(closeClinic, person.caller(clinic), { name: clinic.name })).rejects.toMatchObject({
      code: 'not_allowed',
    })
  await aSecondStep(test.db, clinic.admin)
  await test.db.asOwner(
    `update clinic_billing set stripe_customer = 'cus_x', stripe_subscription = 'sub_x', subscription_status = 'active',
            tier = 'starter' where clinic_id = $1`,
    [clinic.id],
  )
  await expect(close(clinic)).rejects.toMatchObject({ code: 'clinic_tier_unended' })
  expect(await state(clinic)).toMatchObject({ askedAt: null, hasTier: true })
})
