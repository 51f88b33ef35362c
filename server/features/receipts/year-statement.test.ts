import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { agreement } from '#testing/money/agreement.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { joinPlan } from '../checkouts/join-plan.ts'
import { type PersonMoney, partsOfPeople } from './person-parts.ts'
import { type YearFacts, yearDocument } from './year-document.ts'
import { yearStatement } from './year-statement.ts'

const test = await setUpPayments({ now: '2026-11-20T15:00:00Z' })

it('a year’s statement is for the patient and the clinic’s admin only; the clinic’s reading is audited', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic)
  const [patient, other] = [await test.aMember(clinic, plan), await test.aMember(clinic, plan)]
  const { patientId } = patient
  const read = (caller: Caller, input: { patientId?: string; year?: number } = { patientId }) =>
    test.call(yearStatement, caller, { year: 2026, ...input })

  for (const [caller, input] of [
    [patient.caller(), {}],
    [patient.caller(), { patientId }],
    [clinic.admin.caller(), { patientId }],
  ] as const) {
    const { fileName, base64 } = await read(caller, input)
    expect(fileName).toBe('payments-2026.pdf')
    expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  }
  const elsewhere = await test.aSellingClinic()
  const staff = await aStaffMember(test.db, clinic)
  const unknown = { code: 'not_found' }
  await expect(read(other.caller())).rejects.toMatchObject(unknown)
  await expect(read(elsewhere.admin.caller())).rejects.toMatchObject(unknown)
  await expect(read(clinic.admin.caller(), {})).rejects.toMatchObject(unknown)
  await expect(read(patient.caller(), { year: 2025 })).rejects.toMatchObject(unknown)
  await expect(read(staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  const audits = await test.db.asOwner(
    `select actor_id from app.audit_log where action = 'year_statement.read' and subject_id = $1`,
    [patientId],
  )
  expect(audits).toEqual([{ actor_id: clinic.admin.userId }])
}, 60_000)

// spec: B2.7 The yearly statement is right to the cent
it('divides payments by person, to the cent', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic, {
    amountCents: 4_900,
    childCents: 2_000,
    enrolmentCents: 1_000,
  })
  const payer = await aPatient(test.db, clinic)
  const { url } = await test.call(joinPlan, payer.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
    household: { isPayerCovered: true, adults: 0, children: ['2019-01-01'] },
    names: { adults: [], children: ['Kim Doe'] },
  })
  await test.pay(url)
  await test.work()
  await test.pass('P1M')
  await test.work()
  const [payment] = await test.db.asOwner<{ id: string }>(
    'select id from payments where patient_id = $1 order by charged_at limit 1',
    [payer.patientId],
  )
  await test.client.refunds.create(
    { charge: payment?.id ?? '', amount: 1_001 },
    { stripeAccount: clinic.account },
  )
  await test.work()
  const rows = await test.db.asOwner<PersonMoney & { amountCents: string }>(
    `select i.subscription_id as "subscriptionId", r.period_start as "from", r.period_end as until, r.amount_cents as "amountCents"
       from receipts r join invoices i on i.id = r.invoice_id where r.patient_id = $1
     union all
     select i.subscription_id, r.period_start, r.period_end, -f.amount_cents
       from refunds f join receipts r on r.payment_id = f.payment_id join invoices i on i.id = r.invoice_id
      where r.patient_id = $1`,
    [payer.patientId],
  )
  const paid = rows.map((row) => ({ ...row, amountCents: Number(row.amountCents) }))
  const { patientId, name } = payer
  const parts = await test.services.transactions.withSystem('test', (tx) =>
    partsOfPeople(tx, { clinicId: clinic.id, patientId, name, timeZone: clinic.timeZone }, paid),
  )
  const total = paid.reduce((sum, { amountCents }) => sum + amountCents, 0)
  expect(parts.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(total)
  expect(parts.map((part) => part.name)).toEqual(
    [name, 'Kim Doe'].toSorted((a, b) => a.localeCompare(b, 'en-US')),
  )
  const kim = parts.find((part) => part.name === 'Kim Doe')?.amountCents ?? 0
  // 20 of 69 dollars of each month
  expect(Math.abs(kim - (total * 2_000) / 6_900)).toBeLessThan(2)
  const alone = await test.aMember(clinic, await test.aPublishedPlan(clinic))
  expect(
    await test.services.transactions.withSystem('test', (tx) =>
      partsOfPeople(
        tx,
        { clinicId: clinic.id, patientId: alone.patientId, name: 'A', timeZone: clinic.timeZone },
        [{ subscriptionId: null, from: new Date(), until: new Date(), amountCents: 100 }],
      ),
    ),
  ).toEqual([])
}, 60_000)

const facts: YearFacts = {
  year: 2026,
  clinic: {
    name: 'Sunrise Family Clinic',
    color: 'lagoon',
    phone: null,
    website: null,
    timeZone: 'America/Toronto',
    legalName: null,
    address: null,
    taxNumber: null,
    npi: null,
  },
  payer: { name: 'Dana Whitfield', email: 'dana@example.test' },
  currency: 'usd',
  payments: Array.from({ length: 12 }, (_, month) => ({
    number: `R-00000${month + 1}`,
    paidAt: new Date(Date.UTC(2026, month, 5, 15)),
    planName: month < 6 ? 'Whole Year' : null,
    amountCents: 4_900,
    taxCents: 0,
  })),
  refunds: [{ number: 'R-000003', refundedAt: new Date('2026-06-01T15:00:00Z'), amountCents: 1_250 }],
  people: [],
  madeAt: new Date('2027-01-05T15:00:00Z'),
}

it('takes as many pages as needed, and is the same for the same facts', async () => {
  const pages = (pdf: Uint8Array) =>
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length
  const [first, second] = [await yearDocument(facts), await yearDocument(facts)]
  expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
  expect(pages(await yearDocument({ ...facts, payments: facts.payments.slice(0, 2), refunds: [] }))).toBe(1)
  const people = [
    { name: 'Dana Whitfield', amountCents: 37_550 },
    { name: 'Kim Whitfield', amountCents: 20_000 },
  ]
  const divided = { ...facts, payments: facts.payments.slice(0, 2), refunds: [], people }
  expect(pages(await yearDocument(divided))).toBe(1)
  const many = Array.from({ length: 6 }, () => facts.payments).flat()
  expect(pages(await yearDocument({ ...facts, payments: many }))).toBeGreaterThan(3)
})
