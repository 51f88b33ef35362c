import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expectDelay, noteDelays } from '../support/delays.ts'
import { tabTo, typeInto } from '../support/keys.ts'
import { openHub } from '../support/people.ts'
import {
  advanceClock,
  buttonOf,
  clinicOrigin,
  confirmSignUp,
  expectLoaded,
  mainOrigin,
  newestMail,
  serverAddress,
} from '../support/product.ts'
import { codeMailedTo, sendClinicSignUp } from '../support/sign-up.ts'
import { expect, test } from '../support/test.ts'
import { makeRecoveryCodes, readAppKey } from '../support/two-factor.ts'

/* A clinic's sign-up, from landing page to checklist, with its failures. */
test.setTimeout(120_000)

const run = Date.now().toString(36)
const password = 'slow-copper-kite-9'

function somebody(tag: string) {
  return {
    founder: { name: 'Ines Moreau', email: `${tag}@${run}.test`, password },
    clinic: { name: `Alder ${tag} ${run}`, subdomain: `alder-${tag}-${run}` },
  }
}

const checkEmail = (page: Page) => page.getByRole('heading', { name: 'Check your email' })
const code = (page: Page) => page.getByLabel('Code', { exact: true })
const setUp = (page: Page) => page.getByRole('heading', { name: 'Set up two-step sign-in' })
const wrongFor = (right: string) => (right === '000000' ? '111111' : '000000')

async function expectFitting(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(content).toBeLessThanOrEqual(screen as number)
}

// spec: A2 Clinic sign-up opens the hub
// spec: B2.2 Get Started leads to /sign-up
// spec: A4 Clinic sign-up asks for the code of the mail
test('from the landing page to the checklist by keyboard alone', async ({ page, request }) => {
  const { founder, clinic } = somebody('keys')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(mainOrigin)
  await tabTo(page, /^Get Started$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Create Your Clinic Hub' })).toBeVisible()
  await typeInto(page, /^Name/, founder.name)
  await typeInto(page, /^Email/, founder.email)
  await typeInto(page, /^Password/, founder.password)
  await typeInto(page, /^Clinic Name/, clinic.name)
  await expect(page.getByText('This address is available.')).toBeVisible()
  await page.keyboard.press('Enter')

  await expect(checkEmail(page)).toBeVisible()
  await expect(
    page.getByText('Clinic account created! Please check your email for verification.'),
  ).toBeVisible()
  await expect(page.getByText(`We sent an email to ${founder.email}.`)).toBeVisible()
  await expect(code(page)).toBeFocused()
  await expectAccessible(page)
  await expectFitting(page)
  await page.keyboard.type(await codeMailedTo(request, founder.email))
  await page.waitForURL(`${clinicOrigin(clinic.subdomain)}/clinic**`)
  await expect(page.getByText('Set up your hub')).toBeVisible()
  await expect(setUp(page)).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Two-step sign-in' })).toBeVisible()
  await expectFitting(page)
})

test('a wrong code is refused at its field, and the right one is accepted after it', async ({
  page,
  request,
}) => {
  const { founder, clinic } = somebody('wrong')
  await sendClinicSignUp(page, founder, clinic)
  const right = await codeMailedTo(request, founder.email)
  await code(page).fill(wrongFor(right))
  await expect(page.getByText(/^This code is wrong or has expired/)).toBeVisible()
  await expect(code(page)).toHaveValue('')
  await expect(code(page)).toBeFocused()
  await expectAccessible(page)
  // as copied from the mail, with surrounding characters
  await page.evaluate(
    (text) => {
      const data = new DataTransfer()
      data.setData('text', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    ` ${right.slice(0, 3)} ${right.slice(3)}\n`,
  )
  await page.waitForURL(`${clinicOrigin(clinic.subdomain)}/clinic**`)
})

test('another code can be requested after half a minute, and the earlier one stops working', async ({
  page,
  request,
}) => {
  const { founder, clinic } = somebody('again')
  await page.clock.install()
  await sendClinicSignUp(page, founder, clinic)
  const first = await codeMailedTo(request, founder.email)
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ s$/ })).toBeDisabled()
  const resend = page.getByRole('button', { name: 'Send a new code', exact: true })
  // half a minute for the page, and for the server
  await page.clock.fastForward(31_000)
  await advanceClock(request, 'PT31S')
  await expect(resend).toBeEnabled()
  await resend.click()
  await expect(page.getByText(`We sent a new email to ${founder.email}.`)).toBeVisible()
  const second = await codeMailedTo(request, founder.email, first)
  await code(page).fill(first)
  await expect(page.getByText(/^This code is wrong or has expired/)).toBeVisible()
  await code(page).fill(second)
  await page.waitForURL(`${clinicOrigin(clinic.subdomain)}/clinic**`)
})

test('a mistyped email can be changed: the form is filled in, and the hub’s address stays', async ({
  page,
  request,
}) => {
  const { founder, clinic } = somebody('typo')
  const mistyped = { ...founder, email: `typpo@${run}.test` }
  await sendClinicSignUp(page, mistyped, clinic)
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByRole('heading', { name: 'Create Your Clinic Hub' })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(founder.name)
  await expect(page.getByLabel('Clinic Hub Address')).toHaveValue(clinic.subdomain)
  await expect(page.getByText('This address is available.')).toBeVisible()
  // unchanged: no second mail, no second account
  await page.getByRole('button', { name: 'Create Clinic Account' }).click()
  await expect(page.getByText(`We sent an email to ${mistyped.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Change it' }).click()
  await page.getByLabel('Email').fill(founder.email)
  await page.getByRole('button', { name: 'Create Clinic Account' }).click()
  await expect(page.getByText(`We sent an email to ${founder.email}.`)).toBeVisible()
  await code(page).fill(await codeMailedTo(request, founder.email))
  await page.waitForURL(`${clinicOrigin(clinic.subdomain)}/clinic**`)
})

test('after a reload the form still asks for the code, and for the password', async ({ page, request }) => {
  const { founder, clinic } = somebody('reload')
  await sendClinicSignUp(page, founder, clinic)
  await page.reload()
  await expect(checkEmail(page)).toBeVisible()
  await expect(page.getByText(`We sent an email to ${founder.email}.`)).toBeVisible()
  await code(page).fill(await codeMailedTo(request, founder.email))
  await page.getByLabel('Password', { exact: true }).fill('not-the-password-1')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText(/^This is not the password you signed up with/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(founder.password)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await page.waitForURL(`${clinicOrigin(clinic.subdomain)}/clinic**`)
  await page.goto(`${mainOrigin}/sign-up`)
  await expect(checkEmail(page)).toHaveCount(0)
})

test('the mail’s link, opened in another tab, continues the waiting page', async ({
  page,
  context,
  request,
}) => {
  const { founder, clinic } = somebody('link')
  await sendClinicSignUp(page, founder, clinic)
  const other = await context.newPage()
  await confirmSignUp(other, buttonOf(await newestMail(request, founder.email, /confirm/i)), founder.password)
  await expect(other.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await page.waitForURL((url) => url.pathname === '/clinic')
  await expect(page.getByRole('heading', { name: `${clinic.name} Dashboard` })).toBeVisible()
})

// spec: A2 A patient sign-up leads to login and the code of the mail
// spec: A4 A patient sign-up leads to /login after 100 ms
// spec: A9 A sign-up redirects after 100 ms
// spec: A8 A sign-up says that it succeeded
// spec: A2 /confirm-email takes the code of the mail
test('a patient types the code on the page that the login page links to', async ({ page, request }) => {
  const email = `mara@${run}.test`
  await noteDelays(page)
  await page.goto(`${mainOrigin}/join`)
  await page.getByLabel('Name', { exact: true }).fill('Mara Lind')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await expectDelay(page, 100, async () => {
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.waitForURL(/\/login\?.*message=signup_success_patient/)
  })
  await expect(page.getByText('Success! Please check your email for a confirmation link.')).toBeVisible()
  await expect(page.getByText('Welcome! Please check your email to verify your account.')).toBeVisible()
  await expect(page.getByText('Please log in to continue.')).toBeVisible()
  await page.getByRole('link', { name: 'Enter the code from the email' }).click()
  await expect(checkEmail(page)).toBeVisible()
  await expect(code(page)).toBeFocused()
  await code(page).fill(await codeMailedTo(request, email))
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
})

test('pages that need the second step lead to its set-up, which can wait; the checklist counts it', async ({
  page,
}) => {
  const { founder, clinic } = somebody('step')
  const hub = clinicOrigin(clinic.subdomain)
  await openHub(page.context(), founder, clinic)
  for (const path of ['/members', '/clinic/money', '/settings/team', '/settings/security']) {
    await page.goto(`${hub}${path}`)
    await expect(setUp(page)).toBeVisible()
    await page.getByRole('link', { name: 'Not now: back to the dashboard' }).click()
    await expect(page.getByRole('heading', { name: `${clinic.name} Dashboard` })).toBeVisible()
  }
  // even without content: programs can be written first
  for (const path of ['/clinic/plans', '/content?tab=programs', '/settings/clinic', '/settings/profile']) {
    await page.goto(`${hub}${path}`)
    await expect(page.getByRole('main')).toBeVisible()
    await expectLoaded(page)
    await expect(setUp(page)).toHaveCount(0)
  }
  await page.goto(`${hub}/clinic`)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Two-step sign-in' })
    .getByRole('link', { name: 'Set up two-step sign-in' })
    .click()
  const section = page.locator('#two-step')
  await section.getByRole('button', { name: 'Use an app' }).click()
  const app = await readAppKey(page)
  await page.getByLabel('Code from the app').fill(await app.nextCode())
  await section.getByRole('button', { name: 'Confirm' }).click()
  await makeRecoveryCodes(page)
  await section.getByRole('button', { name: 'I have saved them' }).click()
  await page.goto(`${hub}/clinic`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Two-step sign-in' })).toContainText('Done')
  await page.goto(`${hub}/members`)
  await expect(page.getByRole('heading', { name: 'Clinic Members' })).toBeVisible()
})

test('once a patient has joined, the team sees nothing before the second step', async ({ page, request }) => {
  const { founder, clinic } = somebody('first')
  const hub = clinicOrigin(clinic.subdomain)
  await openHub(page.context(), founder, clinic)
  const joined = await request.post(`${serverAddress}/functions/v1/clinic-join`, {
    data: { email: `patient@${run}.test`, password, name: 'Mara Lind', subdomain: clinic.subdomain },
  })
  expect(joined.status()).toBe(200)
  await page.goto(`${hub}/clinic`)
  await expect(setUp(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Not now: back to the dashboard' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /Dashboard/ })).toHaveCount(0)
})

async function joinAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full Name').fill('Maya Lind')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account & Join Clinic' }).click()
}

const confirmHeading = (page: Page) => page.getByRole('heading', { name: 'Confirm your email address' })

// spec: A2 A public join creates account, membership and patient record
test('a patient corrects a mistyped address between account and payment, and confirms it by the six boxes', async ({
  page,
  request,
}) => {
  const [mistyped, right] = [`mya@${run}.test`, `maya@${run}.test`]
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${clinicOrigin('sunrise')}/join/plan`)
  await page
    .getByRole('link', { name: /^Join this plan/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Continue/ }).click()
  await joinAs(page, mistyped)
  await expect(confirmHeading(page)).toBeVisible()
  await expect(page.getByText(`We sent an email to ${mistyped}.`)).toBeVisible()
  await expect(code(page)).toBeFocused()
  await expectAccessible(page)
  await expectFitting(page)
  const voided = await codeMailedTo(request, mistyped)

  // "Later" leads on, with the address above the review
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page.getByRole('heading', { name: 'Before you pay' })).toBeVisible()
  await expect(page.getByText(`${mistyped} is not confirmed yet.`)).toBeVisible()
  await page.getByRole('button', { name: 'Enter the code, or change the address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your email address' })
  await dialog.getByRole('button', { name: 'Change it' }).click()
  await expect(dialog.getByLabel('Right email address')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Right email address').fill(mistyped)
  await dialog.getByRole('button', { name: 'Change address and send a code' }).click()
  await expect(dialog.getByText('This is the address you entered before.')).toBeVisible()
  await dialog.getByLabel('Right email address').fill(right)
  await dialog.getByRole('button', { name: 'Change address and send a code' }).click()
  await expect(dialog.getByText(`We sent an email to ${right}.`)).toBeVisible()
  await expect(page.getByText(`${right} is not confirmed yet.`)).toBeVisible()

  // arrow keys move between the digits, and a digit replaces the one at its place
  await code(page).focus()
  await page.keyboard.type('1234')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('9')
  await expect(code(page)).toHaveValue('1294')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('55')
  await expect(page.getByText(/^This code is wrong or has expired/)).toBeVisible()
  await code(page).fill(voided)
  await expect(page.getByText(/^This code is wrong or has expired/)).toBeVisible()
  await expect(code(page)).toHaveValue('')
  await code(page).fill(await codeMailedTo(request, right))

  await expect(page.getByText('is not confirmed yet')).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible()
})

test('after the confirmation in another tab, Home offers booking and messages without a reload', async ({
  page,
  request,
}) => {
  const email = `tabs@${run}.test`
  const hub = clinicOrigin('sunrise')
  await page.goto(`${hub}/join`)
  await joinAs(page, email)
  await page.waitForURL(`${hub}/home`)
  const messages = page.getByRole('link', { name: 'Write a message' })
  await expect(page.getByText('Confirm your email address', { exact: true })).toBeVisible()
  await expect(messages).toHaveCount(0)
  for (const tab of ['personal', 'health', 'notifications']) {
    await page.goto(`${hub}/profile?tab=${tab}`)
    await expect(page.getByText('Confirm your email address', { exact: true })).toBeVisible()
    await expect(page.getByText(/failed|could not/i)).toHaveCount(0)
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).first().click()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  const other = await page.context().newPage()
  await confirmSignUp(other, buttonOf(await newestMail(request, email, /confirm/i)), password)
  await other.waitForURL(`${hub}/home`)
  await expect(other.getByRole('link', { name: 'Write a message' })).toBeVisible()
  await page.bringToFront()
  await expect(messages).toBeVisible()
  await expect(page.getByRole('link', { name: 'Book a visit' })).toBeVisible()
  await expect(page.getByText('Confirm your email address', { exact: true })).toHaveCount(0)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
