import { expectAccessible } from '../support/accessibility.ts'
import { inviteTo, openAccount } from '../support/people.ts'
import { clinicOrigin, mainOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const sunrise = clinicOrigin('sunrise')
const run = Date.now().toString(36)
const password = 'quiet-river-41'

test('a patient who signed up on the main site finds the clinic by name and joins it', async ({ page }) => {
  const email = `finder@${run}.test`
  await openAccount(page.context(), { email, password, userType: 'patient', full_name: 'Mara Lind' })
  await page.goto(`${mainOrigin}/home`)
  await expect(page.getByRole('heading', { name: 'Which clinic?' })).toBeVisible()
  const search = page.getByLabel('Name or address of your clinic')
  await search.fill('no such clinic here')
  await expect(page.getByText(/We found no clinic with this name or address/)).toBeVisible()
  await search.fill('sunrise fam')
  const found = page.getByRole('link', { name: /Sunrise Family Clinic/ })
  await expect(found).toBeVisible()
  await expectAccessible(page)
  await found.press('Enter')
  await page.getByRole('button', { name: 'Join Sunrise Family Clinic' }).click()
  await page.waitForURL(`${sunrise}/home`)
})

test('an invitation of the user’s address is listed under "Which clinic?"', async ({ page, request }) => {
  const email = `asked@${run}.test`
  await openAccount(page.context(), { email, password, userType: 'patient', full_name: 'Joris Beck' })
  await inviteTo(request, 'sunrise', { email, role: 'patient' })

  await page.goto(`${mainOrigin}/home`)
  await page.getByRole('link', { name: 'Accept the invitation from Sunrise Family Clinic' }).click()
  await page.waitForURL(`${sunrise}/join**`)
  await page.getByRole('button', { name: 'Join Sunrise Family Clinic' }).click()
  await page.waitForURL(`${sunrise}/home`)
})
