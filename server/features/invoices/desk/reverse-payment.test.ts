// The story: server/tests/money/month/desk-payment.test.ts.
import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { reversePayment } from './reverse-payment.ts'

const { test, clinic, plan } = await setUpSale()

it('a card’s payment is refunded instead, and an unknown one does not exist', async () => {
  const patient = await test.aMember(clinic, plan)
  const [card] = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
    patient.patientId,
  ])
  const reverse = (paymentId: string) =>
    test.call(reversePayment, clinic.admin.caller(), { paymentId, reason: 'mistake' })
  await expect(reverse(card?.id ?? '')).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(reverse('desk_in_unknown0000')).rejects.toMatchObject({ code: 'not_found' })
})
