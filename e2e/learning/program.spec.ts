import { expectAccessible } from '../support/accessibility.ts'
import { joinAndPay, openAs } from '../support/people.ts'
import { buttonOf, clinicOrigin, confirmSignUp, expectLoaded, newestMail } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* A program of a plan starts automatically for patients who join the plan. */
// spec: B2.5 A patient finds the first session of a program
// spec: B2.13 A health program is saved with its sessions
test('a program is linked to a plan, and a patient who joins finds its first session', async ({
  browser,
}) => {
  const title = `Better evenings ${Date.now().toString(36)}`
  const page = await openAs(browser, 'staff@sunrise.test', '/content/programs/new')
  await page.getByLabel('Title').first().fill(title)
  await page.getByLabel('Category').selectOption('Wellness')
  await page.getByLabel('Forms and Letters').check()
  await page.getByLabel('Title').nth(1).fill('An evening that winds down')
  await page.getByLabel('Content').selectOption({ label: 'Sleeping better without pills' })
  await page.getByLabel('Slides').selectOption({ label: 'Blood pressure at home' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save program' }).click()
  await expect(page.getByText('Program saved')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Health Programs', selected: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: title })).toBeFocused()

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const email = `evening-${Date.now().toString(36)}@example.test`
  const password = 'a long enough password'
  await joinAndPay(context, 'sunrise', { email, name: 'Eve Ning', password }, 'Forms')
  const patient = await context.newPage()
  await patient.goto(`${clinicOrigin('sunrise')}/learn`)
  // content requires a proven address
  await expect(patient.getByText('Confirm your email address', { exact: true })).toBeVisible()
  await confirmSignUp(patient, buttonOf(await newestMail(context.request, email, /confirm/i)), password)
  await patient.waitForURL(/\/home/)
  await patient.goto(`${clinicOrigin('sunrise')}/learn`)
  await expectLoaded(patient)
  const program = patient.getByRole('article').filter({ hasText: title })
  await expect(program.getByText('0 of 1 sessions completed')).toBeVisible()
  await program.getByRole('link', { name: 'Read Article: An evening that winds down' }).click()
  await patient.getByRole('button', { name: 'I have read this' }).click()
  await expect(patient.getByText(/^Completed/)).toBeVisible()
  await patient.getByRole('link', { name: 'Learning Center' }).first().click()
  await expect(program.getByRole('img', { name: 'Completed' })).toBeVisible()
  await program.getByRole('link', { name: 'View Slides: An evening that winds down' }).click()
  await expect(patient.getByRole('heading', { name: 'Blood pressure at home', level: 1 })).toBeVisible()
  await context.close()

  // unlinks it for other patients of this plan on this server
  await page.getByRole('link', { name: `Edit ${title}` }).click()
  await page.getByRole('button', { name: 'Delete program' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete program' }).click()
  await expect(page.getByText('Program deleted')).toBeVisible()
})
