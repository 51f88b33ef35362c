import { expectAccessible } from '../support/accessibility.ts'
import { joinAndPay, openAs } from '../support/people.ts'
import {
  advanceClock,
  buttonOf,
  clinicOrigin,
  confirmSignUp,
  expectLoaded,
  newestMail,
} from '../support/product.ts'
import { expect, test } from '../support/test.ts'

test('a clinic gives value receipts, and a member reads and prints theirs', async ({ browser, request }) => {
  const desk = await openAs(browser, 'admin@harbor.test', '/settings/value-receipts')
  await expectLoaded(desk)
  await desk.getByLabel('Recipients').selectOption('All patients with a plan')
  await desk.getByLabel('An answered message').fill('a lot')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText(/^Enter an amount such as 120.00/).first()).toBeVisible()
  await expectAccessible(desk)
  await desk.getByLabel('An answered message').fill('25.5')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Saved', { exact: true }).first()).toBeVisible()
  await desk.reload()
  await expect(desk.getByLabel('An answered message')).toHaveValue('25.50')

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const name = `Val Worth ${Date.now().toString(36)}`
  const email = `worth-${Date.now().toString(36)}@example.test`
  const password = 'a long enough password'
  await joinAndPay(context, 'harbor', { email, name, password })
  const patient = await context.newPage()
  await patient.goto(`${clinicOrigin('harbor')}/home`)
  await confirmSignUp(patient, buttonOf(await newestMail(context.request, email, /confirm/i)), password)
  await patient.waitForURL(/\/home/)
  await patient.getByRole('link', { name: 'Your plan’s value' }).waitFor({ state: 'detached' })
  // the receipt is created two days after the plan's month ends
  await advanceClock(request, 'P1M')
  await advanceClock(request, 'P3D')
  // the mail does not reveal the receipt's content
  await newestMail(request, email, /summary of your plan/i)

  await patient.goto(`${clinicOrigin('harbor')}/home`)
  await patient.getByRole('link', { name: 'See the services you used' }).click()
  await expect(patient.getByText('You did not use your plan in this time.')).toBeVisible()
  await expect(patient.getByText('Paid for your plan')).toBeVisible()
  await expect(patient.getByRole('button', { name: 'Print' })).toBeVisible()
  await patient.getByRole('link', { name: 'All receipts' }).click()
  await expect(patient.getByRole('heading', { level: 1, name: 'Your plan’s value' })).toBeVisible()
  await patient.goto(`${clinicOrigin('harbor')}/home`)
  await expectLoaded(patient)
  await expect(patient.getByRole('link', { name: 'See the services you used' })).toHaveCount(0)
  await patient.goto(`${clinicOrigin('harbor')}/pay`)
  await patient.getByRole('link', { name: 'Your plan’s value' }).click()
  await expect(patient.getByRole('listitem')).not.toHaveCount(0)
  await context.close()

  await desk.goto(`${clinicOrigin('harbor')}/members?search=${encodeURIComponent(name)}`)
  await desk.getByRole('link', { name }).first().click()
  await desk.getByRole('tab', { name: 'Money' }).click()
  await desk.getByRole('button', { name: 'Show value receipts' }).click()
  await expect(desk.getByText('Opened', { exact: true })).toBeVisible()
  await desk.goto(`${clinicOrigin('harbor')}/settings/value-receipts`)
  await expect(desk.getByText(/^\d+ of \d+ receipts of the last 90 days were opened\.$/)).toBeVisible()

  // other patients on this server get none
  await desk.getByLabel('Recipients').selectOption('No patients')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByText('Saved', { exact: true }).first()).toBeVisible()
})

test('another patient’s receipt, and an unknown one, is not found', async ({ browser }) => {
  const page = await openAs(
    browser,
    'patient@sunrise.test',
    '/home/value/00000000-0000-4000-8000-000000000000',
  )
  await expect(page.getByText('Receipt not found')).toBeVisible()
  await expectAccessible(page)
})
