import { expectAccessible } from '../support/accessibility.ts'
import { buttonOf, clinicOrigin, mainOrigin, newestMail } from '../support/product.ts'
import { beSomebodyAtGoogle } from '../support/sign-up.ts'
import { expect, test } from '../support/test.ts'

/* Sign-in with Google, played by the sandbox. */
test.describe.configure({ mode: 'serial' })

const run = Date.now().toString(36)
const clinic = { name: `Juniper ${run}`, subdomain: `juniper-${run}` }
const founder = { name: 'Iris Moreau', email: `iris@${run}.test` }
const patient = { name: 'Theo Park', email: `theo@${run}.test` }
const hub = clinicOrigin(clinic.subdomain)

// spec: A2 A founder opens a hub with Google
// spec: A7 Google uses the scopes email profile and a redirect to the root of the site
test('a founder opens a hub with Google', async ({ page }) => {
  await page.goto(`${mainOrigin}/sign-up`)
  await expect(page.getByRole('button', { name: 'Sign up with Google' })).toBeVisible()
  const asked = page.waitForRequest(/\/auth\/v1\/authorize\?/)
  await page.getByRole('button', { name: 'Sign up with Google' }).click()
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toMatchObject({
    provider: 'google',
    scopes: 'email profile',
    redirect_to: `${mainOrigin}/`,
  })
  await expect(page.getByText('Local sign-in sandbox: this is not Google')).toBeVisible()
  await expectAccessible(page)
  await beSomebodyAtGoogle(page, founder)

  await page.waitForURL(`${mainOrigin}/sign-up`)
  await expect(page.getByText(`You are signed in as ${founder.email}.`)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Clinic Name').fill(clinic.name)
  await expect(page.getByLabel('Clinic Hub Address')).toHaveValue(clinic.subdomain)
  await expect(page.getByText('This address is available.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Clinic Account' }).click()
  await page.waitForURL(`${hub}/**`)
})

// spec: A7 A patient’s sign-up with Google stores userType patient
test('a patient joins the clinic with Google, and later signs in with it', async ({ page }) => {
  await page.goto(`${hub}/join`)
  await expect(page.getByRole('heading', { name: `Join ${clinic.name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const said = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('/auth/v1/user'),
  )
  await beSomebodyAtGoogle(page, patient)
  expect((await said).postDataJSON()).toMatchObject({ data: { userType: 'patient' } })
  await page.waitForURL(`${hub}/home`)
  await expect(page.getByRole('heading', { name: /^Good (morning|afternoon|evening), Theo$/ })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /google/.test(key)))).toEqual(
    [],
  )

  await page.goto(`${hub}/logout`)
  await page.waitForURL(`${mainOrigin}/login**`)
  await page.goto(`${hub}/pay`)
  await page.waitForURL(`${hub}/login`)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  // the sandbox remembers the last account
  await page.getByRole('button', { name: `Continue as ${patient.name} (${patient.email})` }).click()
  await page.waitForURL(`${hub}/pay`)
})

test('from the main site’s login a patient lands on their clinic’s host', async ({ page }) => {
  await page.goto(`${mainOrigin}/login`)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('button', { name: `Continue as ${patient.name}` }).click()
  await page.waitForURL(`${hub}/home`)
})

// spec: A8 A canceled Google sign-in is reported
test('canceling shows an error and can be retried', async ({ page }) => {
  await page.goto(`${mainOrigin}/login`)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Google Sign-In Failed' })).toBeVisible()
  await expect(page.getByText('You canceled the sign-in with Google.').first()).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.waitForURL(`${mainOrigin}/login`)
})

test('an address that Google has not verified is confirmed by mail first', async ({ page, request }) => {
  const stranger = { name: 'Sam Vale', email: `sam@${run}.test` }
  await page.goto(`${mainOrigin}/join`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await beSomebodyAtGoogle(page, stranger, { isVerified: false })
  await expect(page.getByRole('heading', { name: 'Google Sign-up Failed' })).toBeVisible()
  await expect(page.getByText('Google has not verified your email address.').first()).toBeVisible()
  const mail = await newestMail(request, stranger.email, /confirm/i)
  await page.goto(buttonOf(mail))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
})

test('on plain localhost the whole flow stays there', async ({ page }) => {
  const origin = `http://localhost:${new URL(mainOrigin).port}`
  await page.goto(`${origin}/login?c=${clinic.subdomain}`)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page).toHaveURL(new RegExp(`^${origin}/sandbox/openid/`))
  await page.getByRole('button', { name: `Continue as ${patient.name}` }).click()
  await page.waitForURL(`${origin}/home?c=${clinic.subdomain}`)
})
