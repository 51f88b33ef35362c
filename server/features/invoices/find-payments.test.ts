import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { findPayments } from './find-payments.ts'

const { test, clinic, plan } = await setUpSale()

const nora = await test.aMember(clinic, plan)
const sean = await test.aMember(clinic, plan, '5555 5555 5555 4444')
await test.db.asOwner('update patients set full_name = $2 where id = $1', [nora.patientId, 'Nora Lindqvist'])
await test.db.asOwner('update patients set full_name = $2 where id = $1', [
  sean.patientId,
  'Seán 100% Ó Briain',
])

const invoiceOf = async (patientId: string) => {
  const [row] = await test.db.asOwner<{ id: string; number: string; receipt: number }>(
    `select i.id, i.number, r.number as receipt from invoices i
       join receipts r on r.clinic_id = i.clinic_id and r.invoice_id = i.id where i.patient_id = $1`,
    [patientId],
  )
  if (!row) throw new Error('no invoice')
  return row
}
const find = async (text: string, by = clinic.admin.caller()) =>
  (await test.call(findPayments, by, { text })).invoiceIds

it('finds a part of the name in any accent, and wildcards as text', async () => {
  const { id } = await invoiceOf(sean.patientId)
  expect(await find('sean')).toEqual([id])
  expect(await find('100%')).toEqual([id])
  expect(await find('__')).toEqual([])
})

it('finds an amount, a receipt, an invoice and the last digits of a card', async () => {
  const [of, other] = [await invoiceOf(nora.patientId), await invoiceOf(sean.patientId)]
  expect((await find('$99')).toSorted()).toEqual([of.id, other.id].toSorted())
  expect(await find('98.99')).toEqual([])
  expect(await find(of.number)).toEqual([of.id])
  expect(await find('4444')).toEqual([other.id])
  expect(await find(`R-${String(of.receipt).padStart(4, '0')}`)).toEqual([of.id])
})

it('records the patients of the result, and finds nothing of another clinic', async () => {
  const before = await test.db.asOwner("select 1 from app.audit_log where action = 'record.read'")
  expect(await find('Lindqvist')).toHaveLength(1)
  const after = await test.db.asOwner("select 1 from app.audit_log where action = 'record.read'")
  expect(after.length).toBe(before.length + 1)
  const foreign = await test.aSellingClinic()
  expect(await find('Lindqvist', foreign.admin.caller())).toEqual([])
})
