import { expect, it } from 'vitest'
import { cards } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { refreshBilling } from './refresh-billing.ts'
import { updatePaymentMethod } from './update-payment-method.ts'

const test = await setUpPayments()

const form = { action: 'card', number: cards.good, expiry: '12 / 34', cvc: '123', name: 'Ada Brandt' }

it('reads the card from Stripe before its event arrives', async () => {
  const clinic = await aClinic(test.db)
  const admin = clinic.admin.caller()
  expect(await test.call(refreshBilling, admin, {})).toEqual({ success: true })
  const { url } = await test.call(updatePaymentMethod, admin, {})
  await test.submit(url, form)
  await test.call(refreshBilling, admin, {})
  const [row] = await test.db.asOwner('select card_last4 from clinic_billing where clinic_id = $1', [
    clinic.id,
  ])
  expect(row).toEqual({ card_last4: '4242' })
  await test.pass('P1M')
  const again = await test.call(updatePaymentMethod, clinic.admin.caller(), {})
  await test.submit(again.url, { ...form, number: cards.failsLater })
  await test.call(refreshBilling, clinic.admin.caller(), {})
  const [second] = await test.db.asOwner('select card_last4 from clinic_billing where clinic_id = $1', [
    clinic.id,
  ])
  expect(second).toEqual({ card_last4: '0341' })
})
