import { afterAll, expect, it } from 'vitest'
import { openTestSale } from '#testing/money/payments.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { aValueReceipt } from '#testing/money/value-receipts.ts'
import { openValueReceipt } from './open-value-receipt.ts'

const { test, clinic, plan } = await openTestSale()
const member = await test.aMember(clinic, plan)
const subscriptionId = (await subscriptionOf(test, member)).id
afterAll(() => test.close())

const planted = (options: Parameters<typeof aValueReceipt>[2]) =>
  aValueReceipt(test.db, { clinicId: clinic.id, patientId: member.patientId, subscriptionId }, options)
const openedAt = async (id: string) => {
  const [row] = await test.db.asOwner<{ opened_at: Date | null }>(
    'select opened_at from value_receipts where id = $1',
    [id],
  )
  return row?.opened_at ?? null
}

it('records the first time that its patient opens it', async () => {
  const receiptId = await planted({})
  const first = test.clock.now()
  await test.call(openValueReceipt, member.caller(), { receiptId })
  await test.pass('PT1H')
  await test.call(openValueReceipt, member.caller(), { receiptId })
  expect(await openedAt(receiptId)).toEqual(first)
})

it('gives one error for an unknown receipt, another patient’s, and a hidden one', async () => {
  const other = await test.aMember(clinic, plan)
  const theirs = await planted({ endsAt: '2026-04-01T12:00:00Z' })
  const hidden = await planted({ endsAt: '2026-05-01T12:00:00Z', isShown: false })
  const refusals = [
    [other, theirs],
    [member, hidden],
    [member, crypto.randomUUID()],
  ] as const
  for (const [who, receiptId] of refusals)
    await expect(test.call(openValueReceipt, who.caller(), { receiptId })).rejects.toMatchObject({
      code: 'not_found',
    })
  expect([await openedAt(theirs), await openedAt(hidden)]).toEqual([null, null])
})
