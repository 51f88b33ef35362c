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
import { setUpTwoSteps } from './support/two-factor.ts'

const run = Date.now().toString(36)

test('an admin subscribes on the main site, where no address names the clinic', async ({ page }) => {
  await signIn(page, mainOrigin, 'admin@sunrise.test', demoPassword)
  await page.waitForURL(`${clinicOrigin('sunrise')}/clinic**`)
  await page.goto(`${mainOrigin}/pricing`)
  await page.getByRole('button', { name: 'Subscribe' }).first().click()
  await page.waitForURL(/\/sandbox\/stripe\//)
  await expect(page.getByText('Carefold Starter').first()).toBeVisible()
})

test('who runs several clinics is asked which one', async ({ page, request }) => {
  const password = 'quiet-river-41'
  const email = `both@${run}.test`
  const first = { clinicName: `First House ${run}`, subdomain: `first-house-${run}` }
  const second = { clinicName: `Second House ${run}`, subdomain: `second-house-${run}` }
  const data = { userType: 'clinicAdmin', full_name: 'Ines Moreau', ...first }
  const signUp = await request.post(`${serverAddress}/auth/v1/signup`, { data: { email, password, data } })
  const { id: userId } = (await signUp.json()) as { id: string }
  await confirmSignUp(page, buttonOf(await newestMail(request, email, /confirm/i)), password)
  // the link signs in as well
  await page.waitForURL(`${mainOrigin}/`)
  const session = await request.post(`${serverAddress}/auth/v1/token?grant_type=password`, {
    data: { email, password },
  })
  const { access_token } = (await session.json()) as { access_token: string }
  const opened = await request.post(`${serverAddress}/functions/v1/create-clinic-with-admin`, {
    headers: { Authorization: `Bearer ${access_token}` },
    data: { name: second.clinicName, subdomain: second.subdomain, userId },
  })
  expect(opened.status()).toBe(200)
  await page.goto(`${clinicOrigin(first.subdomain)}/members`)
  await setUpTwoSteps(page)

  await page.goto(`${mainOrigin}/pricing`)
  await page.getByRole('button', { name: 'Subscribe' }).nth(1).click()
  const dialog = page.getByRole('dialog', { name: 'Professional for which clinic?' })
  await expect(dialog.getByRole('button', { name: new RegExp(first.clinicName) })).toBeVisible()
  await expectAccessible(page)
  const asked = page.waitForRequest((sent) => sent.url().endsWith('/functions/v1/create-checkout'))
  await dialog.getByRole('button', { name: new RegExp(second.clinicName) }).press('Enter')
  expect((await asked).headers()['x-clinic']).toBe(second.subdomain)
  await page.waitForURL(/\/sandbox\/stripe\//)

  // a hub's own pricing page means the hub
  await page.goto(`${clinicOrigin(first.subdomain)}/pricing`)
  await page.getByRole('button', { name: 'Subscribe' }).nth(1).click()
  await page.waitForURL(/\/sandbox\/stripe\//)
  await expect(dialog).toHaveCount(0)
})
