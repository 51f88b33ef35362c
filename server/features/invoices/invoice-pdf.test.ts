import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { invoicePdf } from './invoice-pdf.ts'

const test = await setUpPayments()

// spec: B2.7 An invoice has a PDF
it('an invoice’s PDF opens for the patient and the clinic’s admin only', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic)
  const [patient, other] = [await test.aMember(clinic, plan), await test.aMember(clinic, plan)]
  const [invoice] = await test.db.asOwner<{ id: string }>('select id from invoices where patient_id = $1', [
    patient.patientId,
  ])
  const open = (caller: Caller, invoiceId = invoice?.id) => test.call(invoicePdf, caller, { invoiceId })

  for (const caller of [patient.caller(), clinic.admin.caller()]) {
    const { url } = await open(caller)
    const file = await test.sandbox.pages(new Request(url))
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  }
  const elsewhere = await test.aSellingClinic()
  const staff = await aStaffMember(test.db, clinic)
  await expect(open(other.caller())).rejects.toMatchObject({ code: 'not_found' })
  await expect(open(elsewhere.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
  await expect(open(patient.caller(elsewhere))).rejects.toMatchObject({ code: 'not_found' })
  await expect(open(patient.caller(), 'in_unknown00000000')).rejects.toMatchObject({ code: 'not_found' })
  await expect(open(staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
})
