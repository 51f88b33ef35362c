import { expect, it } from 'vitest'
import { agreement } from '#testing/money/agreement.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { chargesOf, heldBy } from '#testing/money/subscriptions.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { joinPlan } from './join-plan.ts'

const test = await setUpPayments({ now: '2026-11-22T15:00:00Z' })
const clinic = await test.aSellingClinic()
const plan = await test.aPublishedPlan(clinic, {
  name: 'Family Care',
  amountCents: 5_000,
  childCents: 2_000,
  householdCents: 12_500,
  enrolmentCents: 4_000,
})

const family = { isPayerCovered: true, adults: 1, children: ['2012-03-08'] }
const names = { adults: ['Julien Marlowe'], children: ['Camille Marlowe'] }

function join(patient: Patient, changes: object = {}) {
  const input = { priceId: plan.price.id, attempt: crypto.randomUUID(), household: family, names, agreement }
  return test.call(joinPlan, patient.caller(), { ...input, ...changes })
}

it('covers each named person, with one subscription item per price', async () => {
  const patient = await aPatient(test.db, clinic)
  await test.pay((await join(patient)).url)
  await test.work()
  expect(await chargesOf(test, clinic, patient)).toEqual([16_000])
  expect(await membersOf(patient)).toEqual([
    { role: 'adult', named: null, born_on: null, full_name: expect.any(String), is_payer: true },
    { role: 'adult', named: 'Julien Marlowe', born_on: null, full_name: 'Julien Marlowe', is_payer: false },
    {
      role: 'child',
      named: 'Camille Marlowe',
      born_on: '2012-03-08',
      full_name: 'Camille Marlowe',
      is_payer: false,
    },
  ])
  expect(await itemsOf(patient)).toEqual([
    { role: 'adult', quantity: 2, unit_cents: 5_000 },
    { role: 'child', quantity: 1, unit_cents: 2_000 },
  ])
  await test.runDue()
  expect(await membersOf(patient)).toHaveLength(3)
})

it('never costs more than the household’s price, and starts after the free days', async () => {
  const trial = await test.aPublishedPlan(clinic, {
    kind: 'uninsured',
    amountCents: 5_000,
    householdCents: 9_000,
    trialDays: 14,
  })
  const patient = await aPatient(test.db, clinic)
  await test.pay((await join(patient, { priceId: trial.price.id })).url)
  await test.work()
  expect(await heldBy(test, patient)).toEqual([{ status: 'trialing', cancel_at_period_end: false }])
  expect(await chargesOf(test, clinic, patient)).toEqual([])
  expect(await itemsOf(patient)).toEqual([{ role: 'household', quantity: 1, unit_cents: 9_000 }])
  await test.pass('P15D')
  expect(await chargesOf(test, clinic, patient)).toEqual([9_000])
})

it('lets a parent pay who is no patient of the plan', async () => {
  const parent = await aPatient(test.db, clinic)
  const household = { isPayerCovered: false, adults: 0, children: ['2015-06-01'] }
  await test.pay((await join(parent, { household, names: { adults: [], children: ['Theo'] } })).url)
  await test.work()
  expect(await chargesOf(test, clinic, parent)).toEqual([6_000])
  expect((await membersOf(parent)).map(({ named }) => named)).toEqual(['Theo'])
})

it('stores the agreed text verbatim, once per click', async () => {
  const patient = await aPatient(test.db, clinic)
  const attempt = crypto.randomUUID()
  await join(patient, { attempt })
  await join(patient, { attempt })
  const signed = await test.services.transactions.withActor(patient.caller(), (tx) =>
    tx.selectFrom('plan_agreements').select(['wording', 'signed_name', 'wording_version']).execute(),
  )
  expect(signed).toMatchObject([{ signed_name: 'Pat Doe', wording_version: agreement.version }])
  expect(signed[0]?.wording).toContain('It is not insurance.')
  expect(signed[0]?.wording).toContain('A household pays at most $125.00.')
  await expect(
    test.db.asOwner(`update plan_agreements set signed_name = 'Somebody else' where patient_id = $1`, [
      patient.patientId,
    ]),
  ).rejects.toThrow()
})

it('closes the page of one household when another tab names another', async () => {
  const patient = await aPatient(test.db, clinic)
  const first = await join(patient)
  const second = await join(patient, {
    household: { ...family, children: [] },
    names: { ...names, children: [] },
  })
  expect((await test.pay(first.url)).status).toBe(410)
  await test.pay(second.url)
  await test.work()
  expect(await chargesOf(test, clinic, patient)).toEqual([14_000])
})

it.each([
  ['names that do not match', { names: { adults: [], children: ['Camille'] } }, 'invalid_input'],
  ['a child born in the future', { household: { ...family, children: ['2036-11-23'] } }, 'invalid_input'],
  ['an empty household', { household: { isPayerCovered: false, adults: 0, children: [] } }, 'invalid_input'],
  ['no signature', { agreement: { ...agreement, signedName: ' ' } }, 'invalid_input'],
  ['no agreement', { agreement: undefined }, 'invalid_input'],
  ['an agreement in other words', { agreement: { ...agreement, version: '2025-01' } }, 'plan_changed'],
])('is refused for %s', async (_what, changes, code) => {
  const patient = await aPatient(test.db, clinic)
  await expect(join(patient, changes)).rejects.toMatchObject({ code })
})

it('is refused for more than one person in a plan for one', async () => {
  const single = await test.aPublishedPlan(clinic)
  const patient = await aPatient(test.db, clinic)
  await expect(join(patient, { priceId: single.price.id })).rejects.toMatchObject({ code: 'invalid_input' })
})

it('shows a covered person to the payer and the team, and to no other patient', async () => {
  const [payer, other] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
  await test.pay((await join(payer)).url)
  await test.work()
  const seenBy = (patient: Patient) =>
    test.services.transactions.withActor(patient.caller(), async (tx) => ({
      members: await tx.selectFrom('subscription_members').select('named').execute(),
      items: await tx.selectFrom('subscription_items').select('role').execute(),
      agreements: await tx.selectFrom('plan_agreements').select('id').execute(),
    }))
  const own = await seenBy(payer)
  expect([own.members.length, own.items.length, own.agreements.length]).toEqual([3, 2, 1])
  expect(await seenBy(other)).toEqual({ members: [], items: [], agreements: [] })
})

function membersOf(payer: Patient) {
  return test.db
    .asOwner<{ role: string; named: string | null }>(
      `select m.role, m.named, m.born_on::text, p.full_name, m.patient_id = s.owner_patient_id as is_payer
       from subscription_members m join subscriptions s on s.id = m.subscription_id
       join patients p on p.id = m.patient_id
      where s.owner_patient_id = $1 order by m.named nulls first, m.role desc`,
      [payer.patientId],
    )
    .then((rows) => rows.toSorted((a, b) => (a.role === b.role ? 0 : a.role === 'adult' ? -1 : 1)))
}

function itemsOf(payer: Patient) {
  return test.db.asOwner(
    `select i.role, i.quantity, i.unit_cents from subscription_items i
       join subscriptions s on s.id = i.subscription_id where s.owner_patient_id = $1 order by i.role`,
    [payer.patientId],
  )
}
