// A plan without a card: the desk adds a patient, each period is invoiced and paid by link or at the desk
// (docs/decisions/0205). Ledger, Stripe, the pages' reads and the mails agree.
import { beforeEach, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { signAgreement } from '#server/features/checkouts/sign-agreement.ts'
import { addToPlan } from '#server/features/invoices/desk/add-to-plan.ts'
import { recordPayment } from '#server/features/invoices/desk/record-payment.ts'
import { remindDueInvoices } from '#server/features/invoices/desk/remind-due-invoices.ts'
import { payInvoice } from '#server/features/invoices/pay-invoice.ts'
import { createPatient } from '#server/features/patients/create-patient.ts'
import { saveClinicTax } from '#server/features/payouts/save-clinic-tax.ts'
import { closeOldestDueMonth } from '#server/features/statements/close-month.ts'
import { changeOwnCard } from '#server/features/subscriptions/cards/change-own-card.ts'
import { payAutomatically } from '#server/features/subscriptions/cards/pay-automatically.ts'
import { changeHousehold } from '#server/features/subscriptions/changes/change-household.ts'
import { cancelSubscription } from '#server/features/subscriptions/ending/cancel-subscription.ts'
import { leavePlan } from '#server/features/subscriptions/ending/leave-plan.ts'
import { aChild, aGuardian } from '#testing/guardians.ts'
import { booksOf } from '#testing/money/books.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'

const test = await setUpPayments({ now: '2026-11-03T15:00:00Z' })

let clinic: SellingClinic
let plan: PlanView
beforeEach(async () => {
  clinic = await test.aSellingClinic()
  plan = await test.aPublishedPlan(clinic, { amountCents: 4_900 })
})

const wish = (patientId: string) => ({ patientId, priceId: plan.price.id, dueInDays: 14 })
const ask = async (patientId: string) => {
  const { preview } = await test.call(addToPlan, clinic.admin.caller(), wish(patientId))
  if (!preview) throw new Error('no preview')
  return preview
}

/** As the dialog does: the preview, then the press. */
async function add(patientId: string) {
  const { totalCents } = await ask(patientId)
  const agreed = { attempt: crypto.randomUUID(), totalCents }
  await test.call(addToPlan, clinic.admin.caller(), { ...wish(patientId), agreed })
  await test.work()
}

/** The plan and its invoices from the first on, as the pages read them. */
async function shown(patientId: string) {
  const plans = await test.db.asOwner<{ id: string; status: string; days: number | null }>(
    'select id, status, days_until_due as days from subscriptions where owner_patient_id = $1',
    [patientId],
  )
  const invoices = await test.db.asOwner<{ id: string; line: string }>(
    `select id, concat_ws(' ', status, amount_due_cents, round(extract(epoch from due_at - issued_at) / 86400)) as line
       from invoices where patient_id = $1 order by issued_at`,
    [patientId],
  )
  return {
    id: plans[0]?.id ?? '',
    plans: plans.map(({ status, days }) => `${status} ${days}`),
    invoices: invoices.map(({ line }) => line),
    last: invoices.at(-1)?.id ?? '',
  }
}

const mailsTo = async (address: string) => {
  const rows = await test.db.asOwner<{ template: string; text: string }>(
    'select template, text_body as text from app.mails where to_address = $1 order by queued_at, id',
    [address],
  )
  const said = rows.map(({ template, text }) => {
    const words = /(is due by|is due today|was due by)/.exec(text)?.[0] ?? ''
    const link = /\/pay\/invoice\//.test(text) ? ' at Stripe' : ''
    return `${template}${words && `: ${words}`}${link}`
  })
  return said.sort()
}

const days = async (count: number) => {
  for (let day = 0; day < count; day++) {
    await test.pass('P1D')
    await remindDueInvoices(test.services).run({} as never)
    await test.work()
  }
}

async function sign(patient: Patient, subscriptionId: string) {
  const { version, lines } = await test.call(signAgreement, patient.caller(), { subscriptionId })
  expect(lines.join(' ')).toContain('$49.00')
  const signature = { attempt: crypto.randomUUID(), version, signedName: 'Pat Doe' }
  await test.call(signAgreement, patient.caller(), { subscriptionId, signature })
}

async function saveCard(patient: Patient) {
  const { url } = await test.call(changeOwnCard, patient.caller(), {})
  const card = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123', name: 'Pat Doe' }
  await test.submit(url, { action: 'card', ...card })
}

const aRecord = async (changes: object) => {
  const blank = { email: '', phone: '', dateOfBirth: '', mayText: false, isNewPerson: true }
  const made = await test.call(createPatient, clinic.admin.caller(), {
    ...{ name: 'Maria Santos', attempt: crypto.randomUUID(), ...blank, ...changes },
  })
  return (made as { patientId: string }).patientId
}

const commissionOf = async () => {
  await test.services.transactions.withSystem('test', (tx) =>
    closeOldestDueMonth(tx, clinic.id, test.clock.now()),
  )
  const rows = await test.db.asOwner<{ net: number }>(
    'select gross_cents::int as net from statements where clinic_id = $1 order by month',
    [clinic.id],
  )
  return rows.map(({ net }) => net)
}

it('is billed, paid by link once the agreement is signed, and billed again with the next period', async () => {
  const patient = await aPatient(test.db, clinic)
  const { patientId, email } = patient
  expect(await ask(patientId)).toMatchObject({
    ...{ totalCents: 4_900, taxCents: 0, creditCents: 0, dueOn: '2026-11-17', nextOn: '2026-12-03' },
    ...{ nextCents: 4_900, isChild: false, mailed: 'account' },
  })
  await add(patientId)
  const first = await shown(patientId)
  expect(first).toMatchObject({ plans: ['active 14'], invoices: ['open 4900 14'] })
  expect(await mailsTo(email)).toEqual(['invoice-due: is due by'])
  expect(await booksOf(test, clinic)).toEqual({})
  const agreements = 'select signed_name from plan_agreements where patient_id = $1'
  expect(await test.db.asOwner(agreements, [patientId])).toEqual([])

  const pay = () => test.call(payInvoice, patient.caller(), { invoiceId: first.last })
  await expect(pay()).rejects.toMatchObject({ code: 'agreement_missing' })
  await sign(patient, first.id)
  await test.pay((await pay()).url)
  await test.work()
  expect(await shown(patientId)).toMatchObject({ plans: ['active 14'], invoices: ['paid 0 14'] })
  expect(await booksOf(test, clinic)).toEqual({ stripe: 4_900, 'revenue:wellness': -4_900 })
  await days(31)
  expect(await shown(patientId)).toMatchObject({
    ...{ plans: ['active 14'], invoices: ['paid 0 14', 'open 4900 14'] },
  })
  expect(await mailsTo(email)).toEqual([
    ...['invoice-due: is due by', 'invoice-due: is due by', 'payment-received'],
  ])
  expect(await commissionOf()).toEqual([4_900])
})

it('without an account: mailed with Stripe’s page, reminded before and after, past due, then paid in cash', async () => {
  const address = `maria-${crypto.randomUUID()}@example.test`
  const patientId = await aRecord({ email: address })
  expect(await ask(patientId)).toMatchObject({ mailed: 'email', email: address })
  await add(patientId)
  expect(await mailsTo(address)).toEqual(['invoice-entered: is due by at Stripe'])
  await days(13)
  expect(await mailsTo(address)).toHaveLength(2)
  expect(await shown(patientId)).toMatchObject({ plans: ['active 14'] })
  await days(3)
  expect(await mailsTo(address)).toEqual([
    'invoice-entered: is due by at Stripe',
    'invoice-entered: is due by at Stripe',
    'invoice-entered: was due by at Stripe',
  ])
  const overdue = await shown(patientId)
  expect(overdue).toMatchObject({ plans: ['past_due 14'], invoices: ['open 4900 14'] })
  await test.call(recordPayment, clinic.admin.caller(), {
    ...{ invoiceId: overdue.last, amountCents: 4_900, method: 'cash', reference: '' },
    receivedOn: test.clock.now().toISOString().slice(0, 10),
  })
  await test.work()
  expect(await shown(patientId)).toMatchObject({ plans: ['active 14'], invoices: ['paid 0 14'] })
  expect(await booksOf(test, clinic)).toEqual({ cash: 4_900, 'revenue:wellness': -4_900 })
  await test.pass('P14D')
  expect(await commissionOf()).toEqual([4_900])
})

it('is switched to the card by the payer, who is charged from the next period on, and cancels as usual', async () => {
  const patient = await aPatient(test.db, clinic)
  const { patientId } = patient
  await add(patientId)
  const { id: subscriptionId, last: invoiceId } = await shown(patientId)
  const automatic = () => test.call(payAutomatically, patient.caller(), { subscriptionId })
  await expect(automatic()).rejects.toMatchObject({ code: 'agreement_missing' })
  await sign(patient, subscriptionId)
  await expect(automatic()).rejects.toMatchObject({ code: 'payment_method_missing' })
  await expect(
    test.call(changeHousehold, patient.caller(), { subscriptionId, add: [], remove: [] }),
  ).rejects.toMatchObject({ code: 'plan_by_invoice' })
  await expect(test.call(leavePlan, patient.caller(), { subscriptionId })).rejects.toMatchObject({
    code: 'leave_at_clinic',
  })
  await test.pay((await test.call(payInvoice, patient.caller(), { invoiceId })).url)
  await saveCard(patient)
  await test.work()
  await automatic()
  expect(await automatic()).toEqual({ isAutomatic: true })
  await test.work()
  expect(await shown(patientId)).toMatchObject({ plans: ['active null'], invoices: ['paid 0 14'] })
  await test.pass('P31D')
  await test.pass('PT2H')
  expect(await shown(patientId)).toMatchObject({ invoices: ['paid 0 14', 'paid 0'] })
  expect(await booksOf(test, clinic)).toEqual({ stripe: 9_800, 'revenue:wellness': -9_800 })
  await test.call(cancelSubscription, patient.caller(), { subscriptionId })
  await test.pass('P31D')
  expect(await shown(patientId)).toMatchObject({ plans: ['canceled null'] })
})

it('a declined card on the payment page sends no mail and leaves the plan active; a new card pays nothing', async () => {
  const patient = await aPatient(test.db, clinic)
  await add(patient.patientId)
  const { id, last: invoiceId } = await shown(patient.patientId)
  await sign(patient, id)
  const { url } = await test.call(payInvoice, patient.caller(), { invoiceId })
  await test.pay(url, '4000 0000 0000 0002')
  await saveCard(patient)
  await test.work()
  expect(await shown(patient.patientId)).toMatchObject({
    ...{ plans: ['active 14'], invoices: ['open 4900 14'] },
  })
  expect(await mailsTo(patient.email)).toEqual(['invoice-due: is due by'])
})

it('a patient who had the plan before signs again', async () => {
  const patient = await test.aMember(clinic, plan)
  const [before] = await test.db.asOwner<{ id: string }>(
    'select id from subscriptions where owner_patient_id = $1',
    [patient.patientId],
  )
  await test.call(cancelSubscription, patient.caller(), { subscriptionId: before?.id ?? '' })
  await test.pass('P32D')
  await add(patient.patientId)
  const { last: invoiceId } = await shown(patient.patientId)
  await expect(test.call(payInvoice, patient.caller(), { invoiceId })).rejects.toMatchObject({
    code: 'agreement_missing',
  })
})

it('two presses add one plan; a second plan of the kind is refused', async () => {
  const { patientId } = await aPatient(test.db, clinic)
  const { totalCents } = await ask(patientId)
  const pressed = { ...wish(patientId), agreed: { attempt: crypto.randomUUID(), totalCents } }
  const press = () => test.call(addToPlan, clinic.admin.caller(), pressed)
  await Promise.all([press(), press()])
  await test.work()
  expect(await shown(patientId)).toMatchObject({ plans: ['active 14'], invoices: ['open 4900 14'] })
  await expect(ask(patientId)).rejects.toMatchObject({ code: 'already_joined' })
  const agreed = { attempt: crypto.randomUUID(), totalCents: 4_900 }
  await expect(
    test.call(addToPlan, clinic.admin.caller(), { ...wish(patientId), agreed }),
  ).rejects.toMatchObject({ code: 'already_joined' })
})

it('holds the plan’s rules: fee and tax, free days once, the price of a child, whose guardian is mailed', async () => {
  await test.call(saveClinicTax, clinic.admin.caller(), {
    tax: { name: 'HST', percentage: '13', isInclusive: false },
  })
  plan = await test.aPublishedPlan(clinic, { amountCents: 10_000, enrolmentCents: 5_000 })
  const { patientId } = await aPatient(test.db, clinic)
  expect(await ask(patientId)).toMatchObject({ totalCents: 16_950, taxCents: 1_950, nextCents: 11_300 })
  await add(patientId)
  expect(await shown(patientId)).toMatchObject({ invoices: ['open 16950 14'] })

  plan = await test.aPublishedPlan(clinic, { amountCents: 10_000, childCents: 2_000, trialDays: 10 })
  const { patientId: child } = await aChild(test.db, clinic, { bornOn: '2018-05-01' })
  const { person: guardian } = await aGuardian(test.db, clinic, { patientId: child })
  expect(await ask(child)).toMatchObject({
    ...{ totalCents: 0, nextCents: 2_260, isChild: true, mailed: 'guardian' },
  })
  await add(child)
  expect(await shown(child)).toMatchObject({ plans: ['trialing 14'], invoices: ['paid 0 14'] })
  await days(11)
  expect(await shown(child)).toMatchObject({ plans: ['active 14'], invoices: ['paid 0 14', 'open 2260 14'] })
  expect(await mailsTo(guardian.email)).toEqual(['invoice-due: is due by at Stripe'])
  const cover = 'select role, born_on::text from subscription_members where patient_id = $1'
  expect(await test.db.asOwner(cover, [child])).toEqual([{ role: 'child', born_on: '2018-05-01' }])
})
