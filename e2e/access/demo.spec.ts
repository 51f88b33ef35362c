import { openAs } from '../support/people.ts'
import { clinicOrigin, mainOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

// spec: A2 See a Demo opens the demo clinic, and nothing is saved
// spec: B2.2 See a Demo opens the demo
test('a visitor sees the demo as the clinic and as a patient, and nothing is saved', async ({ page }) => {
  const hub = clinicOrigin('sunrise')
  await page.goto(`${mainOrigin}/how-it-works`)
  await page.getByRole('link', { name: 'See a Demo' }).click()
  await page.waitForURL(`${hub}/clinic`)
  await expect(page.getByText('This is a demo. Nothing is saved.')).toBeVisible()
  await page.goto(`${hub}/settings/profile`)
  await page.getByLabel('First name').fill('Somebody')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('This is a demo. Nothing is saved.')).toHaveCount(2)

  await page.goto(`${mainOrigin}/demo?view=patient`)
  await page.waitForURL(`${hub}/home`)
  await expect(page.getByRole('heading', { level: 1, name: /^Good/ })).toBeVisible()
  await page.getByRole('link', { name: 'Leave the demo' }).click()
  await page.waitForURL(/\/login/)
})

test('the session of a signed-in user stays', async ({ browser }) => {
  const page = await openAs(browser, 'member@sunrise.test', null)
  await page.goto(`${mainOrigin}/demo`)
  await expect(page.getByText(/You are signed in as member@sunrise.test/)).toBeVisible()
  await page.context().close()
})
