import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { openAs, sessionOf, signInProfile } from '../support/people.ts'
import { clinicOrigin, demoPassword, serverAddress } from '../support/product.ts'
import { beSomebodyAtGoogle } from '../support/sign-up.ts'
import { expect, test } from '../support/test.ts'
import { type AuthenticatorApp, makeRecoveryCodes, readAppKey } from '../support/two-factor.ts'

/*
 * A session ended elsewhere: the page and its input stay, the same user signs in over it, and the work is saved. No
 * other user sees it.
 */
test.setTimeout(180_000)

const hub = clinicOrigin('sunrise')
const admin = 'admin@sunrise.test'
const run = Date.now().toString(36)

let device: BrowserContext
let page: Page
test.beforeEach(async ({ browser }) => {
  device = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  page = await device.newPage()
})
test.afterEach(() => device.close())

const dialog = () => page.getByRole('dialog', { name: 'You were signed out. Sign in to continue' })

async function startEditing(words: string): Promise<void> {
  await signInProfile(device, admin)
  await page.goto(`${hub}/settings/clinic`)
  await page.getByLabel('Tagline').fill(words)
}

async function signInHere(email: string, password: string): Promise<void> {
  await dialog().getByLabel('Email').fill(email)
  await dialog().getByLabel('Password', { exact: true }).fill(password)
  await dialog().getByRole('button', { name: 'Sign In', exact: true }).click()
}

async function endSessions(email: string, password: string): Promise<void> {
  const { request } = device
  const { access_token: token } = await sessionOf(request, email, password)
  const ended = await request.post(`${serverAddress}/auth/v1/logout?scope=global`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(ended.status()).toBe(204)
}

async function revokeFromElsewhere(browser: Browser): Promise<void> {
  const other = await openAs(browser, admin, '/settings/password')
  await other.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(other.getByText('You are signed in on this device only.')).toBeVisible()
  await other.context().close()
}

test('revoked on another device during input: signing in again saves it', async ({ browser }) => {
  const words = `Care that lasts ${run}`
  await startEditing(words)
  await revokeFromElsewhere(browser)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog()).toBeVisible()
  await expect(dialog().getByLabel('Email')).toHaveValue(admin)
  await expect(dialog().getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog()).toBeVisible()
  await expect(page.locator('input[name="tagline"]')).toHaveValue(words)

  await signInHere(admin, 'not the password')
  await expect(dialog().getByRole('alert')).toContainText('This email and password do not match.')
  await expect(page.getByRole('alert').filter({ hasText: 'do not match' })).toHaveCount(1)
  await signInHere(admin, demoPassword)

  await expect(dialog()).toBeHidden()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Tagline')).toHaveValue(words)
})

test('after a sign-out in one tab, the other one asks to sign in and continues', async () => {
  await startEditing(`Two tabs ${run}`)
  const other = await device.newPage()
  await other.goto(`${hub}/logout`)
  await other.waitForURL(/\/login/)

  await expect(dialog()).toBeVisible()
  await signInHere(admin, demoPassword)
  await expect(dialog()).toBeHidden()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Saved /)).toBeVisible()
})

test('another user who signs in there gets their own page and nothing of the form', async () => {
  const words = `Not for others ${run}`
  await startEditing(words)
  await endSessions(admin, demoPassword)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog()).toBeVisible()
  await signInHere('staff@sunrise.test', demoPassword)
  await page.waitForURL((url) => url.pathname === '/clinic')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${hub}/settings/profile`)
  await expect(page.getByText('staff@sunrise.test').first()).toBeVisible()
  expect(await page.content()).not.toContain(words)

  await device.clearCookies()
  await signInProfile(device, admin)
  await page.goto(`${hub}/settings/clinic`)
  await expect(page.getByLabel('Tagline')).not.toHaveValue(words)
})

test('signing in another way restores the page and its input', async () => {
  const words = `By another way ${run}`
  await startEditing(words)
  await endSessions(admin, demoPassword)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().getByRole('button', { name: 'Sign in another way' }).click()
  await page.waitForURL(`${hub}/login`)
  await page.getByLabel('Email').fill(admin)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(`${hub}/settings/clinic`)
  await expect(page.getByLabel('Tagline')).toHaveValue(words)
  await expect(page.getByText('Unsaved changes')).toBeVisible()
})

test('an open dialog stays behind it, and its action completes afterwards', async () => {
  await startEditing('')
  await page.goto(`${hub}/members`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Invite Members' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite Members' })
  const email = `kept@${run}.test`
  await invite.getByLabel('Email').fill(email)
  await endSessions(admin, demoPassword)
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog()).toBeVisible()
  await signInHere(admin, demoPassword)
  await expect(page.getByText(`Successfully sent invitation to ${email}.`)).toBeVisible()
})

test('a user with two-step sign-in takes both steps before the work is saved', async () => {
  const patient = { name: 'Ines Duarte', email: `ines@${run}.test`, password: 'slow-copper-kite-9' }
  await page.goto(`${hub}/join`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await beSomebodyAtGoogle(page, patient)
  await page.waitForURL(`${hub}/home`)
  await page.goto(`${hub}/profile?tab=security`)
  await page.getByLabel('New password', { exact: true }).fill(patient.password)
  await page.getByLabel('Confirm new password').fill(patient.password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password set')).toBeVisible()
  const app = await enableTwoSteps()

  await page.goto(`${hub}/profile`)
  await page.getByLabel('Last name').fill('Duarte-Reis')
  await endSessions(patient.email, patient.password)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog()).toBeVisible()
  await signInHere(patient.email, patient.password)
  const step = page.getByRole('dialog', { name: 'One more step' })
  await step.getByLabel('Code', { exact: true }).fill(await app.nextCode())
  await step.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Last name')).toHaveValue('Duarte-Reis')
})

async function enableTwoSteps(): Promise<AuthenticatorApp> {
  const section = page.locator('#two-step')
  await section.getByRole('button', { name: 'Enable 2FA' }).click()
  await section.getByRole('button', { name: 'Use an app' }).click()
  const app = await readAppKey(page)
  await section.getByLabel('Code from the app').fill(await app.nextCode())
  await section.getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByText('On', { exact: true })).toBeVisible()
  await makeRecoveryCodes(page)
  await section.getByRole('button', { name: 'I have saved them' }).click()
  return app
}
