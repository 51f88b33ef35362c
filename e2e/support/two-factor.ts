import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { generate } from 'otplib'

/** An authenticator app that never repeats a code. */
export interface AuthenticatorApp {
  secret: string
  nextCode(): Promise<string>
}

/** Reads the key from the page, as an app that scans the QR code does. */
export async function readAppKey(page: Page): Promise<AuthenticatorApp> {
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const shown = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  return appOf((shown ?? '').replaceAll(' ', ''))
}

/**
 * A code works once, and the server also accepts those of the time step before and after: three codes in a row need no
 * wait.
 */
export function appOf(secret: string): AuthenticatorApp {
  let lastStep = 0
  return {
    secret,
    async nextCode() {
      const now = Date.now() / 30_000
      // the previous step only if it surely reaches the server in time
      const earliest = Math.floor(now - (now % 1 < 0.6 ? 1 : 0))
      const step = Math.max(earliest, lastStep + 1)
      // further ahead than the server accepts: wait for the real clock
      while (step > Math.floor(Date.now() / 30_000) + 1) await new Promise((done) => setTimeout(done, 250))
      lastStep = step
      return generate({ secret, epoch: step * 30 })
    },
  }
}

/** Sets up an app under "Set up two-step sign-in"; recovery codes come next. */
export async function setUpApp(page: Page): Promise<AuthenticatorApp> {
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
  await page.getByRole('button', { name: 'Use an app' }).click()
  const app = await readAppKey(page)
  await page.getByLabel('Code from the app').fill(await app.nextCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Two-step sign-in is on' })).toBeVisible()
  return app
}

/** Completes "Set up two-step sign-in" with an app. @returns app and recovery codes */
export async function setUpTwoSteps(page: Page): Promise<{ app: AuthenticatorApp; codes: string[] }> {
  const app = await setUpApp(page)
  const codes = await makeRecoveryCodes(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  return { app, codes }
}

/** @param button that creates them, by default the first ones */
export async function makeRecoveryCodes(
  page: Page,
  button = page.getByRole('button', { name: 'Get recovery codes' }),
): Promise<string[]> {
  await button.click()
  const items = page.getByText(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  await expect(items).toHaveCount(10)
  return items.allTextContents()
}
