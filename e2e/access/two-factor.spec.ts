import type { CDPSession, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { openAs, openHub } from '../support/people.ts'
import {
  advanceClock,
  buttonOf,
  type CaughtMail,
  clinicOrigin,
  mainOrigin,
  newestMail,
  signIn,
} from '../support/product.ts'
import { expect, test } from '../support/test.ts'
import { type AuthenticatorApp, makeRecoveryCodes, setUpApp } from '../support/two-factor.ts'

/* Two-step sign-in. The steps build on each other. */
test.describe.configure({ mode: 'serial' })

const run = Date.now().toString(36)
const clinic = { name: `Quiet Harbor ${run}`, subdomain: `quiet-harbor-${run}` }
const founder = { name: 'Ines Moreau', email: `ines@${run}.test`, password: 'slow-copper-kite-9' }
const hub = clinicOrigin(clinic.subdomain)
const phone = `+1555${String(Date.now()).slice(-7)}`

let page: Page
let app: AuthenticatorApp
let codes: string[]
let passkeys: Passkeys

test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  passkeys = await openPasskeys(page)
})
test.afterAll(() => page.context().close())

const oneMoreStep = () => page.getByRole('heading', { name: 'One more step' })
const dashboard = () => page.getByRole('heading', { name: `${clinic.name} Dashboard` })

// on a slow machine the first visit of a page takes long
test.setTimeout(180_000)

async function signInAgain(): Promise<void> {
  await page.goto(`${hub}/logout`)
  await page.waitForURL(/\/login/)
  await signIn(page, hub, founder.email, founder.password)
  await expect(oneMoreStep()).toBeVisible()
}

test('a founder must set up the second step before pages that need it', async ({ request }) => {
  await openHub(page.context(), founder, clinic)
  await page.goto(`${hub}/settings/security`)
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible()
  await expectAccessible(page)
  app = await setUpApp(page)
  await makeRecoveryCodes(page)
  await page.goto(`${hub}/clinic`)
  await expect(dashboard()).toBeVisible()
  const reminder = page.getByText(/You have not saved your recovery codes yet/)
  await expect(reminder).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(reminder).toBeVisible()
  await page.getByRole('link', { name: 'Get recovery codes' }).click()
  await page.getByRole('button', { name: 'Get new codes' }).click()
  codes = await makeRecoveryCodes(
    page,
    page.getByRole('alertdialog').getByRole('button', { name: 'Get new codes' }),
  )
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 of 10 left')).toBeVisible()
  await page.goto(`${hub}/clinic`)
  await expect(dashboard()).toBeVisible()
  await expect(reminder).toHaveCount(0)
  await newestMail(request, founder.email, /a second step was added/i)
})

test('the password alone leads to the second step, and a wrong code is refused', async () => {
  await signInAgain()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Please enter the six digits.')).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/^That code is wrong or was already used/)).toBeVisible()
  await expect(dashboard()).toBeHidden()
  await page.goto(`${hub}/members`)
  await expect(oneMoreStep()).toBeVisible()
})

test('the app’s code opens the requested page, by keyboard alone', async () => {
  await page.goto(`${hub}/settings/password`)
  await expect(oneMoreStep()).toBeVisible()
  await page.getByLabel('Code', { exact: true }).focus()
  await page.keyboard.type(await app.nextCode())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Password', exact: true })).toBeVisible()
})

test('settings list the app; a passkey and a phone are added', async ({ request }) => {
  const section = page.locator('#two-step')
  await expect(section.getByText('Authenticator app', { exact: true })).toBeVisible()
  await expect(section.getByText('10 of 10 left')).toBeVisible()

  await section.getByRole('button', { name: 'Add another way' }).click()
  await section.getByRole('button', { name: 'Use a passkey' }).click()
  await section.getByRole('button', { name: 'Create passkey' }).click()
  await expect(section.getByRole('button', { name: 'Remove Passkey' })).toBeVisible()
  expect(await passkeys.count()).toBe(1)

  await section.getByRole('button', { name: 'Add another way' }).click()
  await section.getByRole('button', { name: 'Use a phone number' }).click()
  await section.getByLabel('Phone number').fill('12')
  await section.getByRole('button', { name: 'Send code' }).click()
  await expect(section.getByText('Please enter the number with its country code.')).toBeVisible()
  await section.getByLabel('Phone number').fill(phone)
  await section.getByRole('button', { name: 'Send code' }).click()
  const message = await newestMail(request, mailboxOf(phone), /text message/i)
  await section.getByLabel('Code from the message').fill(codeIn(message))
  await section.getByRole('button', { name: 'Confirm' }).click()
  await expect(section.getByRole('button', { name: 'Remove Text message' })).toBeVisible()
  await expectAccessible(page)
})

test('a passkey completes the second step, also on the main site', async () => {
  await signInAgain()
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(dashboard()).toBeVisible()
  await page.goto(`${mainOrigin}/logout`)
  await page.waitForURL(/\/login/)
  await signIn(page, mainOrigin, founder.email, founder.password)
  await page.waitForURL(`${hub}/clinic**`)
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(dashboard()).toBeVisible()
})

test('a missing passkey is reported, and another method works', async () => {
  await signInAgain()
  await passkeys.forget()
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(page.getByText(/^Nothing was confirmed/)).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill('wrong')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('A recovery code has 16 letters and digits.')).toBeVisible()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(dashboard()).toBeVisible()
})

test('a recovery code works once, and its owner is notified', async ({ request }) => {
  const mail = await newestMail(request, founder.email, /recovery code was used/i)
  expect(mail.text).toContain('9 codes are left')
  await signInAgain()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/^That code is wrong or was already used/)).toBeVisible()
})

test('a text message completes the second step', async ({ request }) => {
  await page.getByRole('button', { name: 'Get a text message' }).click()
  await expect(page.getByText(`the number ending in ${phone.slice(-4)}`)).toBeVisible()
  const first = await newestMail(request, mailboxOf(phone), /text message/i)
  // at most one message a minute per number
  await advanceClock(request, 'PT1M')
  await page.getByRole('button', { name: 'Send the code' }).click()
  const second = await newestMail(request, mailboxOf(phone), /text message/i, first)
  await page.getByLabel('Code', { exact: true }).fill(codeIn(second))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(dashboard()).toBeVisible()
})

test('recovery codes are regenerated, and a factor is removed after confirmation', async () => {
  await page.goto(`${hub}/settings/password`)
  const section = page.locator('#two-step')
  await expect(section.getByText('9 of 10 left')).toBeVisible()
  await section.getByRole('button', { name: 'Get new codes' }).click()
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Keep my codes' })).toBeFocused()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Get new codes' }).click()
  const items = section.getByText(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  await expect(items).toHaveCount(10)
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('carefold-recovery-codes.txt')
  codes = await items.allTextContents()
  await section.getByRole('button', { name: 'I have saved them' }).click()
  await expect(section.getByText('10 of 10 left')).toBeVisible()

  await section.getByRole('button', { name: 'Remove Passkey' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByRole('button', { name: 'Remove Passkey' })).toBeHidden()
})

test('a reset link does not replace the second step', async ({ request }) => {
  await page.goto(`${hub}/logout`)
  await page.waitForURL(/\/login/)
  await page.goto(`${hub}/forgot-password`)
  await page.getByLabel('Email').fill(founder.email)
  await page.getByRole('button', { name: /reset/i }).click()
  await page.goto(buttonOf(await newestMail(request, founder.email, /reset your password/i)))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(oneMoreStep()).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(await app.nextCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByLabel('New Password', { exact: true })).toBeVisible()
})

test('the demo clinic’s admin has no second step, and cannot require one without their own', async ({
  browser,
}) => {
  const other = await openAs(browser, 'admin@sunrise.test', '/settings/security')
  const rule = other.getByLabel('Require two-step sign-in')
  await expect(rule).not.toBeChecked()
  await expect(rule).toBeDisabled()
  await other.context().close()
})

test('an admin who signed in with two steps switches the rule off and on', async () => {
  await page.goto(`${hub}/settings/security`)
  const rule = page.getByLabel('Require two-step sign-in')
  await expect(rule).toBeChecked()
  await rule.click()
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Keep requiring it' })).toBeFocused()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop requiring it' }).click()
  await expect(rule).not.toBeChecked()
  await rule.click()
  await expect(rule).toBeChecked()
  await expect(page.getByText('Your team now signs in with two steps')).toBeVisible()
})

test('everything is reachable on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${hub}/settings/password`)
  await expect(page.locator('#two-step')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})

interface Passkeys {
  count(): Promise<number>
  forget(): Promise<void>
}

/** A virtual platform authenticator that confirms every request with user presence. */
async function openPasskeys(target: Page): Promise<Passkeys> {
  const session: CDPSession = await target.context().newCDPSession(target)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    async count() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
    async forget() {
      await session.send('WebAuthn.clearCredentials', { authenticatorId })
    },
  }
}

/** Text messages land in the development mailbox. */
const mailboxOf = (number: string) => number.replace('+', '')

const codeIn = ({ text }: CaughtMail) => /\d{6}/.exec(text)?.[0] ?? ''
