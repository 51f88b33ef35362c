// The story: server/tests/money/month/single-invoice.test.ts.
import { expect, it } from 'vitest'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { createInvoice } from './create-invoice.ts'

const test = await setUpPayments()

it('is for patients of the clinic alone, and leaves nothing for others', async () => {
  const [clinic, other] = [await test.aSellingClinic(), await test.aSellingClinic()]
  const { patientId } = await aPatient(test.db, other)
  const lines = [{ description: 'A form', amountCents: 2_500 }]
  const input = { patientId, lines, dueInDays: 7, isTaxed: false, attempt: crypto.randomUUID() }
  await expect(test.call(createInvoice, clinic.admin.caller(), input)).rejects.toMatchObject({
    code: 'not_found',
  })
  const small = { ...input, lines: [{ description: 'A form', amountCents: 49 }] }
  await expect(test.call(createInvoice, other.admin.caller(), small)).rejects.toMatchObject({
    code: 'invalid_input',
  })
  for (const { account } of [clinic, other])
    expect((await test.client.invoices.list({}, { stripeAccount: account })).data).toEqual([])
})
