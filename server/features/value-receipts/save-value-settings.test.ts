import { afterAll, expect, it } from 'vitest'
import { openTestPayments } from '#testing/money/payments.ts'
import { saveValueSettings } from './save-value-settings.ts'

const test = await openTestPayments()
const clinic = await test.aSellingClinic()
afterAll(() => test.close())

const save = (input: object, caller = clinic.admin.caller()) => test.call(saveValueSettings, caller, input)
const stored = async () => {
  const [row] = await test.db.asOwner<Record<string, unknown>>(
    'select audience, prices, started_at, version from value_receipt_settings where clinic_id = $1',
    [clinic.id],
  )
  return row
}

it('stores prices as cents, omits empty ones, and returns the start of receipts', async () => {
  const prices = { message: '15', lesson: ' ', 'visit:checkup': '1,120.50' }
  expect(await save({ version: 0, audience: 'everybody', prices })).toEqual({ version: 1 })
  expect(await stored()).toMatchObject({
    audience: 'everybody',
    prices: { message: 1_500, 'visit:checkup': 112_050 },
    started_at: test.clock.now(),
  })
  await save({ version: 1, audience: 'everybody', prices: {} })
  expect((await stored())?.started_at).toEqual(test.clock.now())
  await save({ version: 2, audience: 'nobody', prices: {} })
  expect(await stored()).toMatchObject({ audience: 'nobody', prices: {}, started_at: null })
  await save({ version: 3, audience: 'everybody', prices })
})

it('refuses invalid prices at their field, and changes nothing', async () => {
  for (const wrong of ['free', '-1', '10000.01', '1.005']) {
    await expect(
      save({ version: 4, audience: 'nobody', prices: { message: '5', lesson: wrong } }),
    ).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'lesson' }] })
  }
  expect(await stored()).toMatchObject({ audience: 'everybody', version: 4 })
})

it('accepts prices of services only', async () => {
  await expect(save({ version: 4, audience: 'nobody', prices: { __proto__x: '5' } })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

it('refuses another tab’s outdated save', async () => {
  await expect(save({ version: 1, audience: 'nobody', prices: {} })).rejects.toMatchObject({
    code: 'changed_elsewhere',
  })
})
