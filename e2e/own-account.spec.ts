import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { clinicOrigin, signIn } from './support/product.ts'
import { beSomebodyAtGoogle } from './support/sign-up.ts'
import { expect, test } from './support/test.ts'
import { type AuthenticatorApp, makeRecoveryCodes, readAppKey } from './support/two-factor.ts'

/* A patient's account. The steps build on each other. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

const run = Date.now().toString(36)
const patient = { name: 'Noor Haddad', email: `noor@${run}.test` }
const passwords = { first: 'slow-copper-kite-9', second: 'quiet-river-stone-41' }
const hub = clinicOrigin('sunrise')
const security = `${hub}/profile?tab=security`

let page: Page
let app: AuthenticatorApp
test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
})
test.afterAll(() => page.context().close())

test('the profile shows name and address, and saves a new name', async () => {
  await page.goto(`${hub}/join`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await beSomebodyAtGoogle(page, patient)
  await page.waitForURL(`${hub}/home`)

  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Noor')
  await expect(page.getByText(patient.email)).toBeVisible()
  await page.getByLabel('Last name').fill('Haddad-Lind')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
})

test('a user who signed up with Google sets a first password without a current one', async () => {
  await page.getByRole('tab', { name: 'Security & Password' }).click()
  await expect(page).toHaveURL(security)
  await expect(page.getByText(/^You sign in without a password\./)).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeHidden()
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill(passwords.first)
  await page.getByLabel('Confirm new password').fill(passwords.first)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password set')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeVisible()
})

test('after that, changing the password requires the current one', async () => {
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password', { exact: true }).fill(passwords.second)
  await page.getByLabel('Confirm new password').fill(passwords.second)
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('This is not your current password.').first()).toBeVisible()
  await page.getByLabel('Current password').fill(passwords.first)
  await page.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
})

test('the list of sessions ends one on another device', async ({ browser }) => {
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, hub, patient.email, passwords.second)
  await elsewhere.waitForURL(`${hub}/home`)

  await page.reload()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  await elsewhere.goto(`${hub}/profile`)
  await elsewhere.waitForURL(`${hub}/login`)
  await elsewhere.context().close()
})

// spec: B2.6 Enable 2FA sets up the second step
test('Enable 2FA sets up the second step', async () => {
  const section = page.locator('#two-step')
  await section.getByRole('button', { name: 'Enable 2FA' }).click()
  await section.getByRole('button', { name: 'Use an app' }).click()
  app = await readAppKey(page)
  await section.getByLabel('Code from the app').fill(await app.nextCode())
  await section.getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByText('On', { exact: true })).toBeVisible()
  await makeRecoveryCodes(page)
  await section.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section.getByText('10 of 10 left')).toBeVisible()
  await expectAccessible(page)
})

// spec: B2.6 Sign Out ends the session
test('Sign Out ends the session, and signing in again takes both steps', async () => {
  await page.getByRole('main').getByRole('link', { name: 'Sign Out' }).click()
  await page.waitForURL(/\/login/)
  await page.goto(security)
  await page.waitForURL(`${hub}/login`)
  await page.getByLabel('Email').fill(patient.email)
  await page.getByLabel('Password', { exact: true }).fill(passwords.second)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(await app.nextCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL(security)
  await expect(page.locator('#two-step').getByText('Authenticator app', { exact: true })).toBeVisible()
})

test('everything is reachable on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const tab of ['personal', 'security']) {
    await page.goto(`${hub}/profile?tab=${tab}`)
    await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Profile' }).last()).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
})
