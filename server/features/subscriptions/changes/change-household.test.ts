import { describe, expect, it } from 'vitest'
import type { HouseholdPreview } from '#domain/subscriptions/changes.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { chargesOf, subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { changeHousehold } from './change-household.ts'

const test = await setUpPayments({ now: '2026-11-01T15:00:00Z' })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, {
  amountCents: 6_000,
  childCents: 3_000,
  householdCents: 14_000,
})
const single = await test.aPublishedPlan(clinic, { kind: 'uninsured' })

interface Change {
  add?: { name: string; bornOn: string | null }[]
  remove?: string[]
}
type Shown = { at: string; amountCents: number }

async function ask(patient: Patient, { add = [], remove = [] }: Change, by = patient.caller()) {
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const given = { subscriptionId, add: add.map(({ bornOn }) => ({ bornOn })), remove }
  const { preview } = await test.call(changeHousehold, by, given)
  return preview as HouseholdPreview
}

async function agree(
  patient: Patient,
  { add = [], remove = [] }: Change,
  { at, amountCents }: Shown,
  attempt: string = crypto.randomUUID(),
) {
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const agreed = { attempt, quote: { at, amountCents } }
  return test.call(changeHousehold, patient.caller(), { subscriptionId, add, remove, agreed })
}

const coveredBy = async (patient: Patient) =>
  test.db.asOwner<{ id: string; named: string | null; role: string }>(
    `select m.id, m.named, m.role from subscription_members m join subscriptions s on s.id = m.subscription_id
      where s.owner_patient_id = $1 and m.until_on is null order by m.named nulls first`,
    [patient.patientId],
  )

const add = [{ name: 'Kim Doe', bornOn: '2018-03-04' }]

describe('a household', () => {
  // spec: B2.7 A household grows for the amount that was shown
  it('grows at once for the amount that was shown, and pays for all from the next period on', async () => {
    const patient = await test.aMember(clinic, plan)
    await test.pass('P15D')
    const shown = await ask(patient, { add })
    expect(shown).toMatchObject({
      amountCents: 1_500,
      beforeCents: 6_000,
      afterCents: 9_000,
      interval: 'month',
    })
    await agree(patient, { add }, shown)
    await test.work()
    expect(await chargesOf(test, clinic, patient)).toEqual([1_500, 6_000])
    expect(await coveredBy(patient)).toMatchObject([{ named: null }, { named: 'Kim Doe', role: 'child' }])
    await test.pass('P16D')
    expect(await chargesOf(test, clinic, patient)).toEqual([9_000, 1_500, 6_000])
  }, 60_000)

  it('grows just after joining, while Stripe’s clock is ahead of the server’s', async () => {
    const patient = await test.aMember(clinic, plan)
    const { clock } = test.services
    const exact = clock.now.bind(clock)
    clock.now = () => new Date(exact().getTime() - 40_000)
    try {
      const shown = await ask(patient, { add })
      expect(shown.amountCents).toBe(3_000)
      await agree(patient, { add }, shown)
    } finally {
      clock.now = exact
    }
    await test.work()
    expect(await chargesOf(test, clinic, patient)).toEqual([3_000, 6_000])
  })

  it('shrinks with a credit to the next payment', async () => {
    const patient = await test.aMember(clinic, plan)
    await agree(patient, { add }, await ask(patient, { add }))
    await test.pass('P1D')
    const kim = (await coveredBy(patient))[1]?.id ?? ''
    const credit = await ask(patient, { remove: [kim] })
    expect(credit.amountCents).toBeLessThan(-2_500)
    await agree(patient, { remove: [kim] }, credit)
    await test.work()
    expect(await coveredBy(patient)).toMatchObject([{ named: null }])
    await test.pass('P1M')
    await test.pass('PT2H')
    expect((await chargesOf(test, clinic, patient))[0]).toBe(6_000 + credit.amountCents)
  }, 60_000)

  it('changes once per click, however often it is sent', async () => {
    const patient = await test.aMember(clinic, plan)
    const shown = await ask(patient, { add })
    const attempt = crypto.randomUUID()
    await Promise.all([agree(patient, { add }, shown, attempt), agree(patient, { add }, shown, attempt)])
    await agree(patient, { add }, shown, attempt)
    await test.work()
    expect(await coveredBy(patient)).toHaveLength(2)
    expect(await chargesOf(test, clinic, patient)).toEqual([3_000, 6_000])
  })

  it('stays unchanged after a declined card', async () => {
    const patient = await test.aMember(clinic, plan)
    const [row] = await test.db.asOwner<{ stripe_customer: string }>(
      'select stripe_customer from patient_customers where patient_id = $1',
      [patient.patientId],
    )
    const customer = row?.stripe_customer ?? ''
    const inAccount = { stripeAccount: clinic.account }
    const { id: card } = await test.client.paymentMethods.attach(
      'pm_card_chargeCustomerFail',
      { customer },
      inAccount,
    )
    const invoice_settings = { default_payment_method: card }
    await test.client.customers.update(customer, { invoice_settings }, inAccount)
    await expect(agree(patient, { add }, await ask(patient, { add }))).rejects.toMatchObject({
      code: 'card_declined',
    })
    await test.work()
    expect(await coveredBy(patient)).toHaveLength(1)
  })

  it('is changed by a job where Stripe’s answer was lost', async () => {
    const patient = await test.aMember(clinic, plan)
    const shown = await ask(patient, { add })
    const { changeItems } = test.services.stripe.subscriptions
    test.services.stripe.subscriptions.changeItems = async (...given) => {
      await changeItems.apply(test.services.stripe.subscriptions, given)
      throw new Error('the process ended')
    }
    expect(await agree(patient, { add }, shown)).toMatchObject({ isPending: true })
    test.services.stripe.subscriptions.changeItems = changeItems
    expect(await coveredBy(patient)).toHaveLength(1)
    await test.work()
    expect(await coveredBy(patient)).toHaveLength(2)
    expect(await chargesOf(test, clinic, patient)).toEqual([3_000, 6_000])
  }, 60_000)

  it('is not changed for an amount that was not shown, or was shown long ago', async () => {
    const patient = await test.aMember(clinic, plan)
    const shown = await ask(patient, { add })
    const refused = { code: 'quote_changed' }
    await expect(agree(patient, { add }, { ...shown, amountCents: 1 })).rejects.toMatchObject(refused)
    await test.pass('PT16M')
    await expect(agree(patient, { add }, shown)).rejects.toMatchObject(refused)
    expect(await coveredBy(patient)).toHaveLength(1)
  })

  it('always covers at least one person', async () => {
    const patient = await test.aMember(clinic, plan)
    const [own] = await coveredBy(patient)
    const refused = { code: 'invalid_input' }
    await expect(ask(patient, { remove: [own?.id ?? ''] })).rejects.toMatchObject(refused)
    await expect(ask(patient, { remove: [crypto.randomUUID()] })).rejects.toMatchObject(refused)
    await expect(ask(patient, { add: [{ name: '', bornOn: '2030-01-01' }] })).rejects.toMatchObject(refused)
  })

  it('covers more than one only where the plan does', async () => {
    const alone = await test.aMember(clinic, single)
    await expect(ask(alone, { add })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('is changed by its payer and an admin, not while the plan ends', async () => {
    const patient = await test.aMember(clinic, plan)
    expect(await ask(patient, { add }, clinic.admin.caller())).toMatchObject({ amountCents: 3_000 })
    const stranger = await aPatient(test.db, clinic)
    await expect(ask(patient, { add }, stranger.caller())).rejects.toMatchObject({ code: 'not_found' })
    await test.db.asOwner(
      'update subscriptions set cancel_at_period_end = true where owner_patient_id = $1',
      [patient.patientId],
    )
    await expect(ask(patient, { add })).rejects.toMatchObject({ code: 'subscription_already_ending' })
  })
})
