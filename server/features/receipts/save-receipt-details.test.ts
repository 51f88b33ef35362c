import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { loadReceipt } from './queries.ts'
import { saveReceiptDetails } from './save-receipt-details.ts'

const { test, clinic, plan } = await setUpSale()

const details = {
  version: 0,
  legalName: 'Sunrise Family Clinic PLLC',
  address: '48 Orchard Street\nBrookfield, NY 10999',
  taxNumber: '12-3456789',
  npi: '1234567893',
  numbersByYear: false,
}

async function receiptOf({ patientId }: { patientId: string }) {
  const [row] = await test.db.asOwner<{ id: string }>('select id from receipts where patient_id = $1', [
    patientId,
  ])
  return test.services.transactions.withSystem('test', (tx) => loadReceipt(tx, clinic.id, row?.id ?? ''))
}

it('is printed on later receipts, and earlier ones stay unchanged', async () => {
  const before = await test.aMember(clinic, plan)
  expect(await test.call(saveReceiptDetails, clinic.admin.caller(), details)).toEqual({ version: 1 })
  const after = await test.aMember(clinic, plan)
  expect((await receiptOf(before)).clinic).toMatchObject({ legalName: null, address: null, npi: null })
  const { legalName, address, taxNumber, npi } = details
  expect((await receiptOf(after)).clinic).toMatchObject({ legalName, address, taxNumber, npi })
})

it('refuses another tab’s outdated save', async () => {
  await expect(test.call(saveReceiptDetails, clinic.admin.caller(), details)).rejects.toMatchObject({
    code: 'changed_elsewhere',
  })
})
