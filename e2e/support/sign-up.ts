import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { mainOrigin, newestMail } from './product.ts'

export interface Founder {
  name: string
  email: string
  password: string
}

/** Fills the clinic's sign-up and sends it; "Check your email" follows. */
export async function sendClinicSignUp(
  page: Page,
  founder: Founder,
  clinic: { name: string; subdomain: string },
): Promise<void> {
  await page.goto(`${mainOrigin}/sign-up`)
  await page.getByLabel('Name', { exact: true }).fill(founder.name)
  await page.getByLabel('Email').fill(founder.email)
  await page.getByLabel('Password', { exact: true }).fill(founder.password)
  await page.getByLabel('Clinic Name').fill(clinic.name)
  await expect(page.getByLabel('Clinic Hub Address')).toHaveValue(clinic.subdomain)
  await expect(page.getByText('This address is available.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Clinic Account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

/** The code in the newest confirmation mail; waits for another one than `before`. */
export async function codeMailedTo(request: APIRequestContext, email: string, before = ''): Promise<string> {
  let code = ''
  await expect(async () => {
    const { text } = await newestMail(request, email, /confirm/i)
    code = /^\d{6}$/m.exec(text)?.[0] ?? ''
    expect(code).toMatch(/^\d{6}$/)
    expect(code).not.toBe(before)
  }).toPass({ timeout: 20_000, intervals: [50, 100, 200] })
  return code
}

export async function beSomebodyAtGoogle(
  page: Page,
  { name, email }: { name: string; email: string },
  { isVerified = true } = {},
): Promise<void> {
  await page.waitForURL(/\/sandbox\/openid\//)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  if (!isVerified) await page.getByLabel('No', { exact: true }).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}
