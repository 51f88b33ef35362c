// A fee for a missed or late canceled visit: accepted at booking, charged by the desk, refunded (docs/decisions/0216).
import { beforeEach, expect, it } from 'vitest'
import { bookAppointment } from '#server/features/appointments/booking/book-appointment.ts'
import { cancelOwnAppointment } from '#server/features/appointments/booking/cancel-own-appointment.ts'
import { markAppointment } from '#server/features/appointments/booking/mark-appointment.ts'
import { saveAppointmentType } from '#server/features/appointments/scheduling/save-appointment-type.ts'
import { writeOffInvoice } from '#server/features/invoices/desk/write-off-invoice.ts'
import { payInvoice } from '#server/features/invoices/pay-invoice.ts'
import { refundPayment } from '#server/features/invoices/refund-payment.ts'
import { saveClinicTax } from '#server/features/payouts/save-clinic-tax.ts'
import { closeOldestDueMonth } from '#server/features/statements/close-month.ts'
import { chargeVisitFee } from '#server/features/visit-fees/charge-visit-fee.ts'
import { aProvider } from '#testing/appointments.ts'
import { booksOf } from '#testing/money/books.ts'
import { aFailingMember } from '#testing/money/failed-payments.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'

const test = await setUpPayments({ now: '2026-03-02T15:00:00Z' })

let clinic: SellingClinic
let providerId: string
beforeEach(async () => {
  clinic = await test.aSellingClinic()
  providerId = (await aProvider(test.db, clinic, { days: [1, 2, 3, 4, 5, 6, 7] })).id
})

const withFees = async (fees: object = {}): Promise<{ appointmentType: string; version: number }> => {
  const saved = await test.call(saveAppointmentType, clinic.admin.caller(), {
    version: 0,
    name: 'Therapy for grief',
    durationMinutes: 30,
    beforeMinutes: 0,
    afterMinutes: 0,
    place: 'in_person',
    videoLink: '',
    patientsBook: 'yes',
    minNoticeMinutes: 0,
    maxNoticeDays: 60,
    cancelWindowHours: 24,
    cancelPolicy: '',
    lateCancelFeeCents: 2_500,
    noShowFeeCents: 5_000,
    feeText: 'Emergencies are excepted.',
    bring: '',
    isActive: true,
    plans: [],
    ...fees,
  })
  if (!('key' in saved)) throw new Error('the kind of visit was not saved')
  return { appointmentType: saved.key, version: saved.version }
}

/** Of a day ahead at ten, New York. */
const book = async (
  by: Patient,
  { appointmentType, version }: { appointmentType: string; version: number },
) => {
  const at = new Date(test.clock.now().getTime() + 86_400_000 * 2).toISOString().slice(0, 10)
  const { appointmentId } = await test.call(bookAppointment, by.caller(), {
    ...{ appointmentType, providerId, startsAt: `${at}T15:00:00Z`, acceptsFeesOf: version },
  })
  return appointmentId
}
const mark = (appointmentId: string, step: string) =>
  test.call(markAppointment, clinic.admin.caller(), { appointmentId, step })
const charge = (appointmentId: string, changes: object = {}) =>
  test.call(chargeVisitFee, clinic.admin.caller(), {
    ...{ appointmentId, amountCents: 5_000, byCard: false, isTaxed: false, ...changes },
  })
const invoiceOf = async (appointmentId: string): Promise<string> => {
  const [fee] = await test.db.asOwner<{ invoice_id: string }>(
    'select invoice_id from visit_fees where appointment_id = $1',
    [appointmentId],
  )
  return fee?.invoice_id ?? ''
}
const refundAll = async (appointmentId: string) => {
  const [payment] = await test.db.asOwner<{ id: string; cents: number }>(
    `select id, amount_cents::int as cents from payments where invoice_id = $1 and status = 'succeeded'`,
    [await invoiceOf(appointmentId)],
  )
  await test.call(refundPayment, clinic.admin.caller(), {
    ...{ paymentId: payment?.id ?? '', amountCents: payment?.cents ?? 0, attempt: crypto.randomUUID() },
  })
  await test.work()
}
/** About money, in the order of their names. */
const mailsTo = async ({ email }: Patient): Promise<string[]> => {
  const rows = await test.db.asOwner<{ template: string; text: string }>(
    'select template, subject || text_body as text from app.mails where to_address = $1 order by queued_at, id',
    [email],
  )
  const ofMoney = rows.filter(({ template }) => !template.startsWith('visit'))
  expect(ofMoney.filter(({ text }) => /grief|fee|missed|cancel/i.test(text))).toEqual([])
  return ofMoney.map(({ template }) => template).sort()
}

it('is accepted at booking, charged by link, paid and refunded, and books to zero', async () => {
  const kind = await withFees()
  const patient = await aPatient(test.db, clinic)
  await expect(book(patient, { ...kind, version: 0 })).rejects.toMatchObject({
    code: 'visit_fee_not_accepted',
  })
  const id = await book(patient, kind)
  const [accepted] = await test.db.asOwner(
    `select terms, accepted_by, type_version, currency, late_cancel_cents, no_show_cents, cancel_window_hours
       from visit_fees where appointment_id = $1`,
    [id],
  )
  expect(accepted).toEqual({
    terms: [
      'If you cancel less than 24 hours before this visit, the clinic may charge $25.00.',
      'If you miss this visit, the clinic may charge $50.00.',
      'The clinic decides in each case. It charges your saved card or sends you an invoice.',
      'Emergencies are excepted.',
    ].join('\n'),
    accepted_by: patient.userId,
    type_version: 1,
    currency: 'usd',
    late_cancel_cents: 2_500,
    no_show_cents: 5_000,
    cancel_window_hours: 24,
  })
  // a later price does not change what was accepted
  await test.db.asOwner(
    'update appointment_types set no_show_fee_cents = 9900 where clinic_id = $1 and key = $2',
    [clinic.id, kind.appointmentType],
  )
  await mark(id, 'no_show')
  await expect(charge(id, { amountCents: 9_900 })).rejects.toMatchObject({ code: 'quote_changed' })
  expect(await charge(id)).toEqual({ outcome: 'mailed' })
  await test.work()
  expect(await mailsTo(patient)).toEqual(['invoice-due'])
  expect(await booksOf(test, clinic)).toEqual({})
  await expect(mark(id, 'reopened')).rejects.toMatchObject({ code: 'visit_fee_charged' })
  await expect(mark(id, 'arrived')).rejects.toMatchObject({ code: 'visit_fee_charged' })

  const { url } = await test.call(payInvoice, patient.caller(), { invoiceId: await invoiceOf(id) })
  await test.pay(url)
  await test.work()
  expect(await mailsTo(patient)).toEqual(['invoice-due', 'payment-received'])
  expect(await booksOf(test, clinic)).toEqual({ stripe: 5_000, 'revenue:other': -5_000 })
  await expect(mark(id, 'reopened')).rejects.toMatchObject({ code: 'visit_fee_charged' })
  await refundAll(id)
  expect(await booksOf(test, clinic)).toEqual({})
  expect(await mark(id, 'reopened')).toEqual({ status: 'upcoming' })
  await mark(id, 'no_show')
  expect(await charge(id)).toMatchObject({ outcome: 'paid' })
  expect(await booksOf(test, clinic)).toEqual({})
})

it('is charged to the saved card once, and is in no commission', async () => {
  const plan = await test.aPublishedPlan(clinic)
  const patient = await test.aMember(clinic, plan)
  const before = await booksOf(test, clinic)
  const id = await book(patient, await withFees())
  await mark(id, 'no_show')
  const outcomes = await Promise.all([charge(id, { byCard: true }), charge(id, { byCard: true })])
  expect(outcomes).toEqual([{ outcome: 'paid' }, { outcome: 'paid' }])
  await test.work()
  expect(await booksOf(test, clinic)).toEqual({
    ...before,
    stripe: (before.stripe ?? 0) + 5_000,
    'revenue:other': -5_000,
  })
  expect((await mailsTo(patient)).filter((name) => name === 'invoice-due')).toEqual([])
  expect(await charge(id, { byCard: true })).toEqual({ outcome: 'paid' })
  await refundAll(id)
  expect(await booksOf(test, clinic)).toEqual(before)
  await test.pass('P1M')
  await test.services.transactions.withSystem('test', (tx) =>
    closeOldestDueMonth(tx, clinic.id, test.clock.now()),
  )
  const [statement] = await test.db.asOwner(
    'select gross_cents::int as gross from statements where clinic_id = $1 order by month limit 1',
    [clinic.id],
  )
  expect(statement).toEqual({ gross: 9_900 })
})

it('of a declined card is mailed as an invoice, which the desk can write off', async () => {
  const payer = await aFailingMember(test, clinic, await test.aPublishedPlan(clinic))
  const id = await book(payer, await withFees())
  await mark(id, 'no_show')
  expect(await charge(id, { byCard: true })).toEqual({ outcome: 'declined' })
  await test.work()
  expect(await mailsTo(payer)).toContain('invoice-due')
  const invoiceId = await invoiceOf(id)
  await test.call(writeOffInvoice, clinic.admin.caller(), { invoiceId, amountCents: 5_000, reason: 'agreed' })
  await test.work()
  expect(await mark(id, 'reopened')).toEqual({ status: 'upcoming' })
})

it('of a late cancellation is due by the deadline that was accepted', async () => {
  const kind = await withFees()
  const [early, late] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
  const cancel = (by: Patient, appointmentId: string, acceptsLate: boolean) =>
    test.call(cancelOwnAppointment, by.caller(), { appointmentId, reason: '', acceptsLate })
  const first = await book(early, kind)
  await cancel(early, first, false)
  await expect(charge(first, { amountCents: 2_500 })).rejects.toMatchObject({ code: 'visit_fee_not_due' })
  const second = await book(late, kind)
  await test.db.asOwner(
    'update appointment_types set cancel_window_hours = 1 where clinic_id = $1 and key = $2',
    [clinic.id, kind.appointmentType],
  )
  await test.pass('P1DT2H')
  await expect(cancel(late, second, false)).rejects.toMatchObject({ code: 'change_is_late' })
  await cancel(late, second, true)
  await expect(charge(second)).rejects.toMatchObject({ code: 'quote_changed' })
  expect(await charge(second, { amountCents: 2_500 })).toEqual({ outcome: 'mailed' })
})

it('contains a tax that the clinic’s prices include, and none on top', async () => {
  const kind = await withFees()
  const patient = await aPatient(test.db, clinic)
  const id = await book(patient, kind)
  await mark(id, 'no_show')
  await test.call(saveClinicTax, clinic.admin.caller(), {
    tax: { name: 'HST', percentage: '13', isInclusive: false },
  })
  await expect(charge(id, { isTaxed: true })).rejects.toMatchObject({ code: 'clinic_without_tax' })
  await test.call(saveClinicTax, clinic.admin.caller(), {
    tax: { name: 'HST', percentage: '13', isInclusive: true },
  })
  await charge(id, { isTaxed: true })
  const [invoice] = await test.db.asOwner(
    'select total_cents::int as total, tax_cents::int as tax from invoices where id = $1',
    [await invoiceOf(id)],
  )
  expect(invoice).toEqual({ total: 5_000, tax: 575 })
})
