import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { planter } from '#server/tests/threats/actors/planted.ts'
import { agreement } from '#testing/money/agreement.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { saveClinicTax } from '../payouts/save-clinic-tax.ts'
import { loadReceipt } from './queries.ts'
import { saveReceiptDetails } from './save-receipt-details.ts'

const { test, clinic, plan } = await setUpSale()

const numbersOf = async ({ id }: { id: string }) =>
  (
    await test.db.asOwner<{ number: number }>(
      'select number from receipts where clinic_id = $1 order by number',
      [id],
    )
  ).map(({ number }) => number)

async function aPayment(at: { id: string }, patientId: string, chargedAt = new Date()): Promise<string> {
  const invoiceId = await planter(test.db).invoice(at.id, patientId)
  const id = `ch_${crypto.randomUUID().replaceAll('-', '')}`
  await test.db.asOwner(
    `insert into payments (id, clinic_id, stripe_account, invoice_id, patient_id, status, amount_cents, currency, charged_at)
     values ($1, $2, 'acct_planted', $3, $4, 'succeeded', 4900, 'usd', $5)`,
    [id, at.id, invoiceId, patientId, chargedAt],
  )
  return id
}

const issue = (at: { id: string }, paymentId: string, fail = false) =>
  test.services.transactions.withSystem('test', async (tx) => {
    const { rows } = await sql<{ id: string | null }>`
      select app.issue_receipt(${at.id}::uuid, ${paymentId}, ${test.clock.now()}) as id`.execute(tx)
    if (fail) throw new Error('rolled back')
    return rows[0]?.id ?? null
  })

it('gives each clinic its own series without gaps, also with failed transactions and simultaneous payments', async () => {
  const [first, second] = [await test.aSellingClinic(), await test.aSellingClinic()]
  for (const each of [first, second]) {
    const { patientId } = await aPatient(test.db, each)
    const payments = await Promise.all([1, 2, 3, 4, 5, 6].map(() => aPayment(each, patientId)))
    await Promise.allSettled(payments.map((id, index) => issue(each, id, index % 2 === 0)))
    await Promise.all(payments.map((id) => issue(each, id)))
    expect(await numbersOf(each)).toEqual([1, 2, 3, 4, 5, 6])
  }
})

it('numbers by year if the clinic chooses, in both modes without gaps; earlier receipts retain their numbers', async () => {
  const yearly = await test.aSellingClinic({ timeZone: 'America/Los_Angeles' })
  const { patientId } = await aPatient(test.db, yearly)
  const labels = async () =>
    (
      await test.db.asOwner<{ label: string }>(
        'select label from receipts where clinic_id = $1 order by issued_at, label',
        [yearly.id],
      )
    ).map(({ label }) => label)
  const choose = (version: number, numbersByYear: boolean) =>
    test.call(saveReceiptDetails, yearly.admin.caller(), {
      ...{ version, legalName: 'Clinic PLLC', address: '', taxNumber: '', npi: '', numbersByYear },
    })
  const paid = async (...instants: string[]) => {
    test.clock.advance('PT1S')
    const payments = await Promise.all(instants.map((at) => aPayment(yearly, patientId, new Date(at))))
    await Promise.allSettled(payments.map((id, index) => issue(yearly, id, index % 2 === 0)))
    await Promise.all(payments.map((id) => issue(yearly, id)))
  }
  await paid('2026-06-01T15:00:00Z', '2026-06-02T15:00:00Z')
  await choose(0, true)
  // the year of the payment in the clinic's zone: late on December 31 in Los Angeles
  await paid('2026-06-03T15:00:00Z', '2026-06-04T15:00:00Z', '2027-01-01T07:30:00Z', '2027-01-01T08:30:00Z')
  await choose(1, false)
  await paid('2027-01-02T15:00:00Z')
  await choose(2, true)
  await paid('2027-01-03T15:00:00Z')
  expect(await labels()).toEqual([
    ...['R-000001', 'R-000002'],
    ...['2026-0001', '2026-0002', '2026-0003', '2027-0001'],
    'R-000003',
    '2027-0002',
  ])
})

it('stores amount, payer and plan of the time of payment, unaffected by later changes', async () => {
  const patient = await test.aMember(clinic, plan)
  await test.db.asOwner('update patients set full_name = $2 where id = $1', [patient.patientId, 'New Name'])
  await test.db.asOwner(`update clinics set name = 'Renamed Clinic' where id = $1`, [clinic.id])
  const [receipt] = await test.db.asOwner('select * from receipts where patient_id = $1', [patient.patientId])
  expect(receipt).toMatchObject({
    clinic_name: clinic.name,
    patient_name: patient.name,
    plan_name: 'Whole Year',
    currency: 'usd',
    amount_cents: 9_900,
    tax_cents: 0,
    card_brand: 'visa',
    card_last4: '4242',
    time_zone: clinic.timeZone,
    covered_names: null,
  })
})

it('names the tax and its rate, where the payment has one', async () => {
  const taxed = await test.aSellingClinic()
  const tax = { name: 'QST', percentage: '9.975', isInclusive: false }
  await test.call(saveClinicTax, taxed.admin.caller(), { tax })
  const patient = await test.aMember(taxed, await test.aPublishedPlan(taxed))
  const [receipt] = await test.db.asOwner<{ id: string }>('select * from receipts where patient_id = $1', [
    patient.patientId,
  ])
  expect(receipt).toMatchObject({
    amount_cents: 10_888,
    tax_cents: 988,
    tax_name: 'QST',
    tax_rate_ppm: 99_750,
  })
  const shown = await test.services.transactions.withSystem('test', (tx) =>
    loadReceipt(tx, taxed.id, receipt?.id ?? ''),
  )
  expect(shown).toMatchObject({ taxCents: 988, tax: { name: 'QST', ratePpm: 99_750 } })
})

it('to a payer without coverage names the covered person and no service', async () => {
  const family = await test.aPublishedPlan(clinic, {
    name: 'Weight program',
    kind: 'uninsured',
    amountCents: 4_900,
    childCents: 2_000,
  })
  const join = async (isPayerCovered: boolean) => {
    const payer = await aPatient(test.db, clinic)
    const { url } = await test.call(joinPlan, payer.caller(), {
      priceId: family.price.id,
      attempt: crypto.randomUUID(),
      agreement,
      household: { isPayerCovered, adults: 0, children: ['2019-01-01'] },
      names: { adults: [], children: ['Kim Doe'] },
    })
    await test.pay(url)
    await test.work()
    return {
      name: payer.name,
      receipts: await test.db.asOwner('select plan_name, covered_names from receipts where patient_id = $1', [
        payer.patientId,
      ]),
    }
  }
  expect((await join(false)).receipts).toEqual([{ plan_name: null, covered_names: 'Kim Doe' }])
  const { name, receipts } = await join(true)
  expect(receipts).toEqual([
    { plan_name: 'Weight program', covered_names: ['Kim Doe', name].toSorted().join('\n') },
  ])
})

it('cannot be changed or deleted, not even by the server', async () => {
  await test.aMember(clinic, plan)
  for (const change of [
    'update receipts set amount_cents = 1',
    'delete from receipts',
    'truncate receipts cascade',
  ])
    await expect(test.db.asOwner(change)).rejects.toThrow(/append-only/)
})

it('is not issued for a failed payment, nor twice', async () => {
  const { patientId } = await aPatient(test.db, clinic)
  const [paid, failed] = [await aPayment(clinic, patientId), await aPayment(clinic, patientId)]
  await test.db.asOwner(`update payments set status = 'failed' where id = $1`, [failed])
  expect(await issue(clinic, failed)).toBeNull()
  expect(await issue(clinic, paid)).not.toBeNull()
  expect(await issue(clinic, paid)).toBeNull()
})
