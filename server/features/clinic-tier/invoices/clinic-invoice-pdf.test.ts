import { expect, it } from 'vitest'
import { anOpenClinicInvoice } from '#testing/money/clinic-invoices.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { clinicInvoicePdf } from './clinic-invoice-pdf.ts'

const test = await setUpPayments()

it('returns a new address of the PDF', async () => {
  const clinic = await aClinic(test.db)
  const invoiceId = await anOpenClinicInvoice(test, clinic.id)
  const { url } = await test.call(clinicInvoicePdf, clinic.admin.caller(), { invoiceId })
  const file = await test.sandbox.pages(new Request(url))
  expect(file.headers.get('content-type')).toBe('application/pdf')
})

it('is refused to another clinic', async () => {
  const invoiceId = await anOpenClinicInvoice(test, (await aClinic(test.db)).id)
  const other = await aClinic(test.db)
  await expect(test.call(clinicInvoicePdf, other.admin.caller(), { invoiceId })).rejects.toMatchObject({
    code: 'not_found',
  })
})
