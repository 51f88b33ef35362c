import { expect, it } from 'vitest'
import { dateIn } from '#domain/values/zones.ts'
import { openTestPayments } from '#testing/money/payments.ts'

it('an evening payment has the clinic’s day on the receipt, the invoice and Stripe’s page of it', async () => {
  const test = await openTestPayments({ now: '2026-04-01T03:00:00Z' })
  const timeZone = 'America/Vancouver'
  const clinic = await test.aSellingClinic({ timeZone })
  const patient = await test.aMember(clinic, await test.aPublishedPlan(clinic))
  const [row] = await test.db.asOwner<{ paid: Date; issued: Date; invoice: string }>(
    `select r.paid_at as paid, i.issued_at as issued, i.id as invoice
       from receipts r join invoices i on i.clinic_id = r.clinic_id and i.id = r.invoice_id where r.patient_id = $1`,
    [patient.patientId],
  )
  expect([row?.paid, row?.issued].map((at) => at && dateIn(at, timeZone))).toEqual([
    '2026-03-31',
    '2026-03-31',
  ])
  const inAccount = { stripeAccount: clinic.account }
  expect((await test.client.accounts.retrieve(clinic.account)).settings?.dashboard.timezone).toBe(timeZone)
  const { hosted_invoice_url: url } = await test.client.invoices.retrieve(row?.invoice ?? '', {}, inAccount)
  const page = await (await test.sandbox.pages(new Request(url ?? ''))).text()
  expect(page).toContain('Mar 31, 2026')
  expect(page).not.toContain('Apr 1, 2026')
  await test.close()
}, 60_000)
