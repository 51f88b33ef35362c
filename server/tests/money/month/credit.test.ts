// A credit of the desk: over two invoices, taken back in part, never paid out (docs/decisions/0192).
import { beforeEach, expect, it } from 'vitest'
import { giveCredit } from '#server/features/credits/give-credit.ts'
import { takeBackCredit } from '#server/features/credits/take-back-credit.ts'
import { saveClinicTax } from '#server/features/payouts/save-clinic-tax.ts'
import { exportMoney } from '#server/features/reports/export-money.ts'
import { leavePlan } from '#server/features/subscriptions/ending/leave-plan.ts'
import { booksOf } from '#testing/money/books.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import type { Patient } from '#testing/sign-in/people.ts'

const test = await setUpPayments({ now: '2026-03-02T15:00:00Z' })

let clinic: SellingClinic
let patient: Patient
/** With 13 % of tax: 56.50 a month. */
beforeEach(async () => {
  clinic = await test.aSellingClinic()
  const tax = { name: 'HST', percentage: '13', isInclusive: false }
  await test.call(saveClinicTax, clinic.admin.caller(), { tax })
  const plan = await test.aPublishedPlan(clinic, { amountCents: 5_000, leavingRefund: 'unused' })
  patient = await test.aMember(clinic, plan)
}, 60_000)

const give = (amountCents: number, attempt: string = crypto.randomUUID()) =>
  test.call(giveCredit, clinic.admin.caller(), {
    patientId: patient.patientId,
    amountCents,
    reason: 'goodwill',
    attempt,
  })

const takeBack = (amountCents: number, attempt: string = crypto.randomUUID()) =>
  test.call(takeBackCredit, clinic.admin.caller(), {
    patientId: patient.patientId,
    amountCents,
    reason: 'mistake',
    attempt,
  })

/** As the pages read it. */
const shown = async () => {
  const [credit] = await test.db.asOwner(
    'select credit_cents::int as credit, unused_credit_cents::int as unused from patient_customers where patient_id = $1',
    [patient.patientId],
  )
  const changes = await test.db.asOwner<{ kind: string; cents: number; reason: string | null }>(
    `select kind, amount_cents::int as cents, reason from credits where patient_id = $1 order by place`,
    [patient.patientId],
  )
  return { ...credit, changes: changes.map(({ kind, cents, reason }) => [kind, cents, reason]) }
}

const invoices = () =>
  test.db.asOwner(
    `select total_cents::int as total, credit_cents::int as credit, amount_paid_cents::int as paid, status
       from invoices where patient_id = $1 order by issued_at`,
    [patient.patientId],
  )

/** In the order of their names: some are queued at one instant. */
const mails = async () => {
  const rows = await test.db.asOwner<{ template: string; text: string }>(
    `select template, text_body as text from app.mails where to_address = $1 and template like 'credit-%'`,
    [patient.email],
  )
  return rows.map(({ template, text }) => `${template} ${/Your credit now:?\s+(\S+)/.exec(text)?.[1]}`).sort()
}

it('reduces two invoices, the rest is taken back, and books, receipts and mails show what was paid', async () => {
  const attempt = crypto.randomUUID()
  const [first, again] = await Promise.all([give(7_000, attempt), give(7_000, attempt)])
  expect(again).toEqual(first)
  await test.work()
  expect(await shown()).toEqual({ credit: 7_000, unused: 7_000, changes: [['given', 7_000, 'goodwill']] })
  expect(await booksOf(test, clinic)).toEqual({ stripe: 5_650, 'revenue:wellness': -5_000, tax: -650 })

  await test.pass('P1M')
  await test.pass('PT2H')
  await test.pass('P1M')
  await test.pass('PT2H')
  expect(await invoices()).toEqual([
    { total: 5_650, credit: 0, paid: 5_650, status: 'paid' },
    { total: 5_650, credit: 5_650, paid: 0, status: 'paid' },
    { total: 5_650, credit: 1_350, paid: 4_300, status: 'paid' },
  ])
  // 43.00 is 38.05 with 4.95 of tax
  expect(await booksOf(test, clinic)).toEqual({ stripe: 9_950, 'revenue:wellness': -8_805, tax: -1_145 })
  const receipts = await test.db.asOwner(
    'select amount_cents::int as cents, tax_cents::int as tax from receipts where patient_id = $1 order by number',
    [patient.patientId],
  )
  expect(receipts).toEqual([
    { cents: 5_650, tax: 650 },
    { cents: 4_300, tax: 495 },
  ])

  await give(2_000)
  await test.work()
  await expect(takeBack(1_000)).rejects.toMatchObject({ code: 'quote_changed' })
  const back = crypto.randomUUID()
  expect(await takeBack(2_000, back)).toEqual({ takenCents: 2_000 })
  expect(await takeBack(2_000, back)).toEqual({ takenCents: 2_000 })
  await test.work()
  expect(await shown()).toMatchObject({
    credit: 0,
    unused: 0,
    changes: [
      ['given', 7_000, 'goodwill'],
      ['used', -5_650, null],
      ['used', -1_350, null],
      ['given', 2_000, 'goodwill'],
      ['taken_back', -2_000, 'mistake'],
    ],
  })
  expect(await mails()).toEqual(['credit-given $20.00', 'credit-given $70.00', 'credit-taken-back $0.00'])
  const audited = await test.db.asOwner<{ action: string }>(
    `select action from app.audit_log where clinic_id = $1 and action like 'credit.%' order by id`,
    [clinic.id],
  )
  expect(audited.map(({ action }) => action)).toEqual(['credit.given', 'credit.given', 'credit.taken_back'])
}, 60_000)

it('is not paid out on leaving, and stays for later invoices', async () => {
  await give(2_000)
  await test.work()
  await test.pass('P15D')
  const { id } = await subscriptionOf(test, patient)
  const input = { subscriptionId: id, agreed: null }
  const { preview } = await test.call(leavePlan, patient.caller(), input)
  const refundCents = -(preview?.amountCents ?? 0)
  // about half of the month
  expect(refundCents).toBeGreaterThan(2_500)
  expect(refundCents).toBeLessThan(3_200)
  const quote = { at: preview?.at, amountCents: preview?.amountCents }
  const agreed = { quote, attempt: crypto.randomUUID() }
  await test.call(leavePlan, patient.caller(), { ...input, agreed })
  await test.work()
  expect(await shown()).toMatchObject({ credit: 2_000, unused: 2_000 })
})

it('is exported with the month, beside the ledger', async () => {
  await give(1_500)
  await test.work()
  const csv = await test.call(exportMoney, clinic.admin.caller(), {
    format: 'csv',
    from: '2026-01-01',
    until: '2027-12-31',
  })
  const lines = (await csv.text()).split('\r\n').filter((line) => line.includes('Credit'))
  expect(lines).toHaveLength(2)
})
