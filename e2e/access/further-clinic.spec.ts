import { expectAccessible } from '../support/accessibility.ts'
import { clinicIdOf, inviteTo, openAs, takeTwoSteps } from '../support/people.ts'
import {
  buttonOf,
  clinicOrigin,
  confirmSignUp,
  mainOrigin,
  newestMail,
  serverAddress,
  signAgreement,
} from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const sunrise = clinicOrigin('sunrise')
const run = Date.now().toString(36)
const password = 'quiet-river-41'

// spec: A2 An existing account joins another clinic
test('an existing account joins another clinic with one button', async ({ page }) => {
  const email = `both@${run}.test`
  const data = { full_name: 'Dana Whitfield' }
  await page.request.post(`${serverAddress}/auth/v1/signup`, { data: { email, password, data } })
  await confirmSignUp(page, buttonOf(await newestMail(page.request, email, /confirm/i)), password)
  await page.waitForURL(`${mainOrigin}/`)

  await page.goto(`${sunrise}/join`)
  const join = page.getByRole('button', { name: 'Join Sunrise Family Clinic' })
  await expect(join).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
  await join.press('Enter')
  await page.waitForURL(`${sunrise}/home`)
  await expect(page.getByRole('heading', { name: /Good (morning|afternoon|evening), Dana/ })).toBeVisible()
})

// spec: A4 Accept-invite prefills the names, sets the password and grants the membership
test('an invited user sets name and password on /accept-invite, joins the clinic and then a second one', async ({
  browser,
  request,
}) => {
  const email = `coach@${run}.test`
  const name = 'Robin Okafor'
  const link = new URL(await inviteTo(request, 'sunrise', { email, role: 'member', name }))
  const clinicId = await clinicIdOf(request, 'sunrise')
  link.searchParams.set('redirect_to', `${sunrise}/accept-invite?clinic_id=${clinicId}`)
  const coach = await (await browser.newContext()).newPage()
  await coach.goto(link.href)
  await coach.getByRole('button', { name: 'Open the invitation' }).click()
  await expect(coach.getByRole('heading', { name: 'Complete Your Account Setup' })).toBeVisible()
  await expect(coach.getByLabel('First name')).toHaveValue('Robin')
  await expect(coach.getByLabel('Last name')).toHaveValue('Okafor')
  await coach.getByLabel('Password', { exact: true }).fill(password)
  await coach.getByLabel('Confirm password').fill('something-else-1')
  await coach.getByRole('button', { name: 'Create Account & Join' }).click()
  await expect(coach.getByText("Passwords don't match").first()).toBeVisible()
  await coach.getByLabel('Confirm password').fill(password)
  await expectAccessible(coach)
  await coach.getByRole('button', { name: 'Create Account & Join' }).click()
  await expect(coach.getByText('Account Activated!').first()).toBeVisible()
  await coach.waitForURL(`${sunrise}/clinic**`)

  const desk = await openAs(browser, 'admin@sunrise.test', '/members')
  await expect(desk.getByText('Robin Okafor').first()).toBeVisible()
  await desk.context().close()

  await test.step('invited again, a user takes the second step before setting the password', async () => {
    const app = await takeTwoSteps(coach.context(), email, password)
    await coach.context().clearCookies()
    await coach.goto(await inviteTo(request, 'harbor', { email, role: 'member' }))
    await coach.getByRole('button', { name: 'Open the invitation' }).click()
    await expect(coach.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await expectAccessible(coach)
    await coach.getByLabel('Code', { exact: true }).fill(await app.nextCode())
    await coach.getByRole('button', { name: 'Confirm' }).click()
    await expect(coach.getByRole('heading', { name: 'Complete Your Account' })).toBeVisible()
    await coach.getByLabel('Password', { exact: true }).fill(password)
    await coach.getByRole('button', { name: 'Set Password & Join Clinic' }).click()
    await coach.waitForURL(`${clinicOrigin('harbor')}/clinic**`)
  })
  await coach.context().close()
})

// spec: A2 On localhost links and returns keep the clinic
test('on plain localhost, paying returns to localhost', async ({ page, request }) => {
  const email = `local@${run}.test`
  const origin = serverAddress.replace('127.0.0.1', 'localhost')
  const join = { email, password, name: 'Lee Marsh', subdomain: 'sunrise' }
  await request.post(`${serverAddress}/functions/v1/clinic-join`, { data: join })
  await page.goto(`${origin}/login?c=sunrise`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(`${origin}/join/plan?c=sunrise`)
  await page
    .getByRole('link', { name: /Join this plan/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Later' }).click()
  await signAgreement(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('link', { name: /^Back to/ }).click()
  await page.waitForURL(`${origin}/join/plan?c=sunrise&canceled=1`)
})

// spec: A4 The form of an invitation stays until the navigation
test('the form of an invitation stays until the dashboard opens', async ({ browser, request }) => {
  const email = `desk@${run}.test`
  const link = await inviteTo(request, 'sunrise', { email, role: 'member' })
  const page = await (await browser.newContext()).newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Open the invitation' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  const seen = await page.evaluateHandle(() => {
    const texts = new Set<string>()
    new MutationObserver(() => {
      if (document.body.textContent?.includes('You already belong to')) texts.add('already a member')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
    return texts
  })
  await page.getByRole('button', { name: 'Set Password & Join Clinic' }).click()
  await page.waitForURL(`${sunrise}/clinic**`)
  await expect(page.getByRole('heading', { name: /Dashboard/ })).toBeVisible()
  expect(await seen.evaluate((texts) => [...texts])).toEqual([])
  await page.context().close()
})
