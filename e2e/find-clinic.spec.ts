import { expectAccessible } from './support/accessibility.ts'
import {
  buttonOf,
  clinicOrigin,
  confirmSignUp,
  demoPassword,
  mainOrigin,
  newestMail,
  serverAddress,
  signIn,
} from './support/product.ts'
import { expect, test } from './support/test.ts'

const sunrise = clinicOrigin('sunrise')
const run = Date.now().toString(36)
const password = 'quiet-river-41'

test('a patient who signed up on the main site finds the clinic by its name and joins it', async ({
  page,
  request,
}) => {
  const email = `finder@${run}.test`
  const data = { userType: 'patient', full_name: 'Mara Lind' }
  await request.post(`${serverAddress}/auth/v1/signup`, { data: { email, password, data } })
  await confirmSignUp(page, buttonOf(await newestMail(request, email, /confirm/i)), password)
  await page.waitForURL(`${mainOrigin}/`)
  await page.goto(`${mainOrigin}/home`)
  await expect(page.getByRole('heading', { name: 'Which clinic?' })).toBeVisible()
  const search = page.getByLabel('Name or address of your clinic')
  await search.fill('no such clinic here')
  await expect(page.getByText(/We found no clinic by this name or address/)).toBeVisible()
  await search.fill('sunrise fam')
  const found = page.getByRole('link', { name: /Sunrise Family Clinic/ })
  await expect(found).toBeVisible()
  await expectAccessible(page)
  await found.press('Enter')
  await page.getByRole('button', { name: 'Join Sunrise Family Clinic' }).click()
  await page.waitForURL(`${sunrise}/home`)
})

test('an invitation of one’s address waits under "Which clinic?"', async ({ browser, page, request }) => {
  const email = `asked@${run}.test`
  const data = { userType: 'patient', full_name: 'Joris Beck' }
  await request.post(`${serverAddress}/auth/v1/signup`, { data: { email, password, data } })
  await confirmSignUp(page, buttonOf(await newestMail(request, email, /confirm/i)), password)
  await page.waitForURL((url) => url.pathname !== '/auth/confirm')

  const desk = await (await browser.newContext()).newPage()
  await signIn(desk, sunrise, 'admin@sunrise.test', demoPassword)
  await desk.waitForURL(/\/clinic/)
  await desk.goto(`${sunrise}/members`)
  await desk.getByRole('button', { name: 'Invite patient' }).first().click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(desk.getByText(`Successfully sent invitation to ${email}.`).first()).toBeVisible()
  await desk.context().close()

  await page.goto(`${mainOrigin}/home`)
  await page.getByRole('link', { name: 'Accept the invitation of Sunrise Family Clinic' }).click()
  await page.waitForURL(`${sunrise}/join**`)
  await page.getByRole('button', { name: 'Join Sunrise Family Clinic' }).click()
  await page.waitForURL(`${sunrise}/home`)
})
