import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { ledgerDifferences } from '#server/features/ledger/compare-ledger.ts'
import { setBankDebits } from '#server/features/payouts/set-bank-debits.ts'
import { changeOwnCard } from '#server/features/subscriptions/cards/change-own-card.ts'
import { aPatient, type Patient } from '../sign-in/people.ts'
import { agreement } from './agreement.ts'
import { openTestPayments, type SellingClinic, type TestPayments } from './payments.ts'

/** Stripe's test accounts. */
export const bankAccounts = {
  good: '000123456789',
  noFunds: '000222222227',
  isReturned: '000555555559',
}

/** The fields of the sandbox's form for a bank account in the US or in Canada. */
const fieldsOf = (account: string) => ({
  ...{ by: 'bank', name: 'Pat Doe', email: 'pat@example.test', account },
  ...{ routing: '110000000', transit: '11000', institution: '000' },
})

/** A clinic that takes bank accounts, and its plan of $99.00. On Friday, November 27, 2026, at noon in New York. */
export async function openBankDebits(currency: 'usd' | 'cad' = 'usd') {
  const test = await openTestPayments({ now: '2026-11-27T17:00:00Z' })
  const clinic = await test.aSellingClinic({ currency })
  await test.call(setBankDebits, clinic.admin.caller(), { isOn: true })
  return { test, clinic, plan: await test.aPublishedPlan(clinic) }
}

/** Joins with the first payment from a bank account. Stripe's events are not delivered. */
export async function orderFromAccount(
  test: TestPayments,
  patient: Patient,
  plan: PlanView,
  account: string,
): Promise<void> {
  const { url }: PageUrl = await test.call(joinPlan, patient.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
  })
  await test.submit(url, fieldsOf(account))
}

/** A patient who ordered the first payment from a bank account. */
export async function joinByBank(
  test: TestPayments,
  clinic: SellingClinic,
  plan: PlanView,
  account = bankAccounts.good,
): Promise<Patient> {
  const patient = await aPatient(test.db, clinic)
  await orderFromAccount(test, patient, plan, account)
  await test.work()
  return patient
}

/** The payer saves a bank account, which pays from then on. */
export async function saveBankAccount(test: TestPayments, patient: Patient, account = bankAccounts.good) {
  const { url }: PageUrl = await test.call(changeOwnCard, patient.caller(), {})
  const saved = await test.submit(url, fieldsOf(account))
  await test.work()
  return saved
}

/** The same facts in the copies that pages read, in Stripe, the ledger, the receipts and the mails. */
export async function moneyOf(test: TestPayments, clinic: SellingClinic, patient: Patient) {
  const { db } = test
  const [plan] = await db.asOwner<{ status: string }>(
    'select status from subscriptions where owner_patient_id = $1',
    [patient.patientId],
  )
  const invoices = await db.asOwner<{ status: string; due: number; until: string | null }>(
    `select status, amount_due_cents::int as due, to_char(settles_about, 'Mon DD') as until
       from invoices where patient_id = $1 order by issued_at`,
    [patient.patientId],
  )
  const payments = await db.asOwner<{ status: string }>(
    'select status from payments where patient_id = $1 order by charged_at',
    [patient.patientId],
  )
  const revenue = await db.asOwner<{ kind: string; cents: number; month: string }>(
    `select j.kind, p.amount_cents::int as cents, to_char(j.occurred_at, 'YYYY-MM') as month
       from journal j join postings p on p.clinic_id = j.clinic_id and p.journal_id = j.id
      where j.clinic_id = $1 and (p.account like '%:revenue:%' or p.account like '%:disputes:%')
        and exists (select from payments y where y.patient_id = $2
                      and (j.key = 'charge:' || y.id
                           or j.key in (select 'dispute:' || d.id from disputes d where d.payment_id = y.id)))
      order by j.occurred_at`,
    [clinic.id, patient.patientId],
  )
  const receipts = await db.asOwner('select id from receipts where patient_id = $1', [patient.patientId])
  const mails = await db.asOwner<{ template: string }>(
    `select template from app.mails where to_address = $1 and template like 'payment-%' order by queued_at, template`,
    [patient.email],
  )
  return {
    plan: plan?.status,
    invoices: invoices.map(({ status, due, until }) =>
      until ? `${status} ${due} until ${until}` : `${status} ${due}`,
    ),
    payments: payments.map(({ status }) => status),
    revenue: revenue.map(({ kind, cents, month }) => `${kind} ${cents} in ${month}`),
    receipts: receipts.length,
    mails: mails.map(({ template }) => template),
  }
}

/** The ledger compared with Stripe, after a sweep. */
export async function differences(test: TestPayments, clinic: SellingClinic) {
  test.clock.advance('PT1M')
  await test.runDue()
  return ledgerDifferences(test.services, clinic.id)
}
