import { expect, it } from 'vitest'
import { anOpenClinicInvoice } from '#testing/money/clinic-invoices.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { payClinicInvoice } from './pay-clinic-invoice.ts'

const test = await setUpPayments()

it('returns the page where a due invoice is paid by hand', async () => {
  const clinic = await aClinic(test.db)
  const invoiceId = await anOpenClinicInvoice(test, clinic.id)
  const admin = clinic.admin.caller()
  const { url } = await test.call(payClinicInvoice, admin, { invoiceId })
  expect((await test.pay(url)).status).toBe(303)
  await test.work()
  const [row] = await test.db.asOwner('select status, amount_paid_cents from clinic_invoices where id = $1', [
    invoiceId,
  ])
  expect(row).toEqual({ status: 'paid', amount_paid_cents: 2_500 })
  await expect(test.call(payClinicInvoice, admin, { invoiceId })).rejects.toMatchObject({
    code: 'invoice_not_due',
  })
})
