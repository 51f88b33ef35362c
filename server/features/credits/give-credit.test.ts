// The story: server/tests/money/month/credit.test.ts.
import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { giveCredit } from './give-credit.ts'

const { test, clinic, plan } = await setUpSale()

it('is for patients of the clinic, by the roles of money, within a limit, and leaves nothing for others', async () => {
  const patient = await test.aMember(clinic, plan)
  const other = await test.aSellingClinic()
  const given = { patientId: patient.patientId, reason: 'goodwill' }
  const give = (by: { caller(): Parameters<typeof test.call>[1] }, amountCents = 2_000) =>
    test.call(giveCredit, by.caller(), { ...given, amountCents, attempt: crypto.randomUUID() })
  await expect(give(other.admin)).rejects.toMatchObject({ code: 'not_found' })
  await expect(give(patient)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(give(await aStaffMember(test.db, clinic))).rejects.toMatchObject({ code: 'not_allowed' })
  for (const cents of [0, -100, 200_001])
    await expect(give(clinic.admin, cents)).rejects.toMatchObject({ code: 'invalid_input' })
  await test.work()
  expect(await test.db.asOwner('select id from credits')).toEqual([])
  await give(await aStaffMember(test.db, clinic, { isBillingOnly: true }))
  expect(await test.db.asOwner('select kind, reason from credits')).toEqual([
    { kind: 'given', reason: 'goodwill' },
  ])
})

it('given in the clinic’s dashboard, or lost with a deleted customer, it is shown as Stripe has it', async () => {
  const { patientId } = await test.aMember(clinic, plan)
  const credit = async () => {
    const [row] = await test.db.asOwner<{ customer: string; cents: number }>(
      'select stripe_customer as customer, credit_cents::int as cents from patient_customers where patient_id = $1',
      [patientId],
    )
    return row ?? { customer: '', cents: 0 }
  }
  const { customer } = await credit()
  const inClinic = { stripeAccount: clinic.account }
  await test.client.customers.createBalanceTransaction(customer, { amount: -700, currency: 'usd' }, inClinic)
  await test.work()
  expect(await credit()).toMatchObject({ cents: 700 })
  await test.client.customers.del(customer, {}, inClinic)
  await test.work()
  expect(await credit()).toMatchObject({ cents: 0 })
})
