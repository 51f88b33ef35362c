// The story: server/tests/money/month/plan-by-invoice.test.ts.
import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { signAgreement } from './sign-agreement.ts'

const { test, clinic, plan } = await setUpSale()

it('stores what was shown, once per press, for the payer alone, and no other wording', async () => {
  const payer = await test.aMember(clinic, plan)
  const { id: subscriptionId } = await subscriptionOf(test, payer)
  const sign = (by: { caller(): Parameters<typeof test.call>[1] }, signature: object | null = null) =>
    test.call(signAgreement, by.caller(), { subscriptionId, signature })
  const signed = () =>
    test.db.asOwner<{ name: string; wording: string }>(
      'select signed_name as name, wording from plan_agreements where patient_id = $1 order by signed_at',
      [payer.patientId],
    )
  await expect(sign(await aPatient(test.db, clinic))).rejects.toMatchObject({ code: 'not_found' })
  await expect(sign(clinic.admin)).rejects.toMatchObject({ code: 'not_allowed' })
  const { version, lines } = await sign(payer)
  expect(await signed()).toHaveLength(1)
  const signature = { attempt: crypto.randomUUID(), version, signedName: 'Pat Doe' }
  await expect(sign(payer, { ...signature, version: 'older' })).rejects.toMatchObject({
    code: 'plan_changed',
  })
  await sign(payer, signature)
  await sign(payer, signature)
  expect((await signed()).slice(1)).toEqual([{ name: 'Pat Doe', wording: lines.join('\n') }])
})
