// The story: server/tests/money/month/desk-payment.test.ts.
import { expect, it } from 'vitest'
import { closeOldestDueMonth } from '#server/features/statements/close-month.ts'
import { aFailingMember, dueInvoiceOf } from '#testing/money/failed-payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { recordPayment } from './record-payment.ts'

const test = await setUpPayments({ now: '2026-03-01T15:00:00Z' })

it('belongs to the month in which the money arrived, and to the commission’s base', async () => {
  const clinic = await test.aSellingClinic()
  const patient = await aFailingMember(test, clinic, await test.aPublishedPlan(clinic))
  await test.pass('P1M')
  await test.pass('P1D')
  const invoiceId = await dueInvoiceOf(test, patient)
  const entry = { invoiceId, amountCents: 9_900, method: 'cash', receivedOn: '2026-03-31', reference: '' }
  await test.call(recordPayment, clinic.admin.caller(), entry)
  const month = await test.services.transactions.withSystem('test', (tx) =>
    closeOldestDueMonth(tx, clinic.id, test.clock.now()),
  )
  expect(month).toBe('2026-03')
  const statements = await test.db.asOwner(
    `select gross_cents::int as gross, net_cents::int as net, commission_cents::int as commission
       from statements where clinic_id = $1`,
    [clinic.id],
  )
  expect(statements).toEqual([{ gross: 19_800, net: 19_800, commission: 2_376 }])
})
