// The story of an ended plan: server/tests/money/month/ended-unpaid.test.ts.
import { expect, it } from 'vitest'
import { aFailingMember, dueInvoiceOf } from '#testing/money/failed-payments.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { subscriptionOf } from '#testing/money/subscriptions.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { writeOffInvoice } from './write-off-invoice.ts'

const { test, clinic, plan } = await setUpSale()

it('the open invoice of a running plan is not written off, by any role', async () => {
  const patient = await aFailingMember(test, clinic, plan)
  await test.pass('P1M')
  await test.pass('PT2H')
  const input = { invoiceId: await dueInvoiceOf(test, patient), amountCents: 9_900, reason: 'agreed' }
  const refused = (by: typeof clinic.admin) => expect(test.call(writeOffInvoice, by.caller(), input)).rejects
  await refused(clinic.admin).toMatchObject({ code: 'invoice_of_running_plan' })
  await refused(await aStaffMember(test.db, clinic)).toMatchObject({ code: 'not_allowed' })
  await refused(patient).toMatchObject({ code: 'not_allowed' })
  await refused((await test.aSellingClinic()).admin).toMatchObject({ code: 'not_found' })
  expect(await subscriptionOf(test, patient)).toMatchObject({ status: 'past_due' })
})
