import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { receiptPdf } from './receipt-pdf.ts'

const test = await setUpPayments()

// spec: B2.7 A receipt has a PDF
it('a receipt’s PDF opens for the patient and the clinic’s admin only; the clinic’s reading is audited', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic)
  const [patient, other] = [await test.aMember(clinic, plan), await test.aMember(clinic, plan)]
  const [receipt] = await test.db.asOwner<{ id: string }>('select id from receipts where patient_id = $1', [
    patient.patientId,
  ])
  const read = (caller: Caller, receiptId = receipt?.id) => test.call(receiptPdf, caller, { receiptId })

  for (const caller of [patient.caller(), clinic.admin.caller()]) {
    const { fileName, base64 } = await read(caller)
    expect(fileName).toBe('receipt-R-000001.pdf')
    expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  }
  const elsewhere = await test.aSellingClinic()
  const staff = await aStaffMember(test.db, clinic)
  await expect(read(other.caller())).rejects.toMatchObject({ code: 'not_found' })
  await expect(read(elsewhere.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
  await expect(read(patient.caller(elsewhere))).rejects.toMatchObject({ code: 'not_found' })
  await expect(read(patient.caller(), crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  await expect(read(staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })

  const audits = await test.db.asOwner(
    `select actor_id from app.audit_log where action = 'receipt.read' and subject_id = $1`,
    [receipt?.id],
  )
  expect(audits).toEqual([{ actor_id: clinic.admin.userId }])
})
