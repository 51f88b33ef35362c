import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { openTestPayments, type TestPayments } from '#testing/payments.ts'
import { aStaffMember } from '#testing/people.ts'
import { type YearFacts, yearDocument } from './year-document.ts'
import { yearStatement } from './year-statement.ts'

let test: TestPayments
beforeAll(async () => {
  test = await openTestPayments({ now: '2026-11-20T15:00:00Z' })
})
afterAll(() => test.close())

it('a year’s statement is for the patient and the clinic’s admin, and for nobody else; the clinic’s reading is audited', async () => {
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
    number: month + 1,
    paidAt: new Date(Date.UTC(2026, month, 5, 15)),
    planName: month < 6 ? 'Whole Year' : null,
    amountCents: 4_900,
    taxCents: 0,
  })),
  refunds: [{ number: 3, refundedAt: new Date('2026-06-01T15:00:00Z'), amountCents: 1_250 }],
  madeAt: new Date('2027-01-05T15:00:00Z'),
}

it('takes as many pages as it has payments, and is the same for the same facts', async () => {
  const pages = (pdf: Uint8Array) =>
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length
  const [first, second] = [await yearDocument(facts), await yearDocument(facts)]
  expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
  expect(pages(await yearDocument({ ...facts, payments: facts.payments.slice(0, 2), refunds: [] }))).toBe(1)
  const many = Array.from({ length: 6 }, () => facts.payments).flat()
  expect(pages(await yearDocument({ ...facts, payments: many }))).toBeGreaterThan(3)
})
