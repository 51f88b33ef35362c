import { expectAccessible } from '../support/accessibility.ts'
import { aPause } from '../support/pause.ts'
import { inviteTo } from '../support/people.ts'
import {
  advanceClock,
  buttonOf,
  clinicOrigin,
  confirmSignUp,
  mainOrigin,
  newestMail,
  serverAddress,
  signIn,
} from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* Each refusal uses the specification's wording and leaves no partial data. */
const sunrise = clinicOrigin('sunrise')
// unique addresses, so that the run can be repeated on the same server
const run = Date.now().toString(36)

// spec: A4 A taken hub address is unavailable and refused
test('a taken address: unavailable while typing, and refused by the server', async ({ page, request }) => {
  await page.goto(`${mainOrigin}/sign-up`)
  await page.getByLabel('Clinic Name').fill('Sunrise')
  await expect(page.getByText('This address is already taken. Please choose another one.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Clinic Account' })).toBeDisabled()
  const address = page.getByLabel('Clinic Hub Address')
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Use “sunrise-clinic”' }).click()
  await expect(address).toHaveValue('sunrise-clinic')
  await expect(page.getByText('This address is available.')).toBeVisible()

  const email = `second@${run}.test`
  const answer = await request.post(`${serverAddress}/auth/v1/signup`, {
    data: {
      email,
      password: 'quiet-river-41',
      data: {
        userType: 'clinicAdmin',
        full_name: 'Second Sunrise',
        clinicName: 'Sunrise',
        subdomain: 'sunrise',
      },
    },
  })
  expect(answer.status()).toBe(409)
  // no account was created: the same address can sign up with another name
  const retry = await request.post(`${serverAddress}/auth/v1/signup`, {
    data: {
      email,
      password: 'quiet-river-41',
      data: {
        userType: 'clinicAdmin',
        full_name: 'Second',
        clinicName: `Second Sun ${run}`,
        subdomain: `second-sun-${run}`,
      },
    },
  })
  expect(retry.status()).toBe(200)
})

test('a reserved address is refused with its reason', async ({ page }) => {
  await page.goto(`${mainOrigin}/sign-up`)
  await page.getByLabel('Clinic Name').fill('Admin')
  await expect(page.getByText('This address is reserved. Please choose another one.')).toBeVisible()
})

// spec: A8 A wrong password and an unknown address get the same answer
test('a wrong password and an unknown address get the same answer', async ({ page }) => {
  for (const email of ['patient@sunrise.test', 'nobody@sunrise.test']) {
    await signIn(page, sunrise, email, 'not-the-password')
    await expect(
      page.getByRole('alert').filter({ hasText: 'This email and password do not match.' }),
    ).toHaveCount(1)
    await expect(page).toHaveURL(/\/login/)
  }
})

test('an expired confirmation link shows an error and confirms nothing', async ({ page, request }) => {
  const email = `late@${run}.test`
  await request.post(`${serverAddress}/auth/v1/signup`, {
    data: { email, password: 'quiet-river-41', data: {} },
  })
  const link = buttonOf(await newestMail(request, email, /confirm/i))
  await advanceClock(request, 'P2D')
  await confirmSignUp(page, link, 'quiet-river-41')
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await signIn(page, mainOrigin, email, 'quiet-river-41')
  await expect(page.getByText(/confirm your email address first/i).first()).toBeVisible()
})

// spec: A4 An invitation works once
// spec: A2 Completing an invitation asks for a password
// spec: A4 Completing an invitation ends with Membership Activated!
// spec: A8 A failed completion of an invitation names the step that failed
test('an invitation works once', async ({ browser, request }) => {
  const email = `nurse@${run}.test`
  const link = await inviteTo(request, 'sunrise', { email, role: 'member' })
  const nurse = await (await browser.newContext()).newPage()
  await nurse.goto(link)
  await nurse.getByRole('button', { name: 'Open the invitation' }).click()
  await expect(nurse.getByRole('heading', { name: 'Complete Your Account' })).toBeVisible()
  await test.step('a link without a clinic leads to the list of invitations', async () => {
    await nurse.goto(`${mainOrigin}/join`)
    await expect(nurse.getByText('Clinic information is missing. Cannot complete signup.')).toBeVisible()
    await expect(nurse.getByRole('link', { name: 'Find your clinic' })).toHaveAttribute('href', '/home')
    await nurse.goto(`${sunrise}/join`)
  })
  await nurse.getByLabel('Password', { exact: true }).fill('calm-harbor-93')
  const complete = nurse.getByRole('button', { name: 'Set Password & Join Clinic' })
  for (const [url, title, text] of [
    ['**/auth/v1/user*', 'Profile Update Failed', 'Failed to update your profile.'],
    [
      '**/functions/v1/activate-membership',
      'Membership Activation Failed',
      'Failed to activate clinic membership.',
    ],
  ] as const)
    await test.step(title, async () => {
      await nurse.route(url, (route) =>
        route.request().method() === 'GET'
          ? route.continue()
          : route.fulfill({ status: 403, json: { code: 403, error_code: 'refused', msg: 'Refused.' } }),
      )
      await complete.click()
      await expect(nurse.getByText(title)).toBeVisible()
      await expect(nurse.getByText(text)).toBeVisible()
      await nurse.unroute(url)
    })
  await test.step('shows an ended session', async () => {
    const session = await nurse.context().cookies()
    // clicks at once, before the page notices the ended session
    await complete.evaluate((button: HTMLElement) => {
      for (const pair of document.cookie.split('; ')) {
        // biome-ignore lint/suspicious/noDocumentCookie: the other way is asynchronous
        document.cookie = `${pair.split('=')[0]}=; Max-Age=0; path=/; domain=carefold.localhost`
      }
      button.click()
    })
    await expect(nurse.getByText('User session not found. Please try logging in again.')).toBeVisible()
    await nurse.context().addCookies(session)
    await nurse.goto(`${sunrise}/join`)
    await nurse.getByLabel('Password', { exact: true }).fill('calm-harbor-93')
  })
  // the toast leaves when the dashboard arrives
  const { held, release } = aPause()
  await nurse.route(/\/(reads\/v1|rest\/v1\/clinic_memberships)/, async (route) => {
    await held
    await route.continue()
  })
  await complete.click()
  await expect(nurse.getByText('Membership Activated!')).toBeVisible()
  release()
  await expect(nurse.getByRole('heading', { name: /Dashboard$/ })).toBeVisible()
  await expect(nurse.getByText('Membership Activated!')).toHaveCount(0)

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await stranger.getByRole('button', { name: 'Open the invitation' }).click()
  await expect(stranger.getByText(/no longer works|Invalid Invitation/).first()).toBeVisible()
  for (const page of [nurse, stranger]) await page.context().close()
})

test('the owner of an address that a stranger joined with sets a new password', async ({
  page,
  request,
  browser,
}) => {
  const email = `owner@${run}.test`
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`${sunrise}/join`)
  await stranger.getByLabel('Full Name').fill('Dana Whitfield')
  await stranger.getByLabel('Email').fill(email)
  await stranger.getByLabel('Password', { exact: true }).fill('of-the-stranger-1')
  await stranger.getByRole('button', { name: 'Create Account & Join Clinic' }).click()
  await expect(stranger.getByText('Account Created & Logged In!').first()).toBeVisible()

  await page.goto(buttonOf(await newestMail(request, email, /confirm/i)))
  const confirm = page.getByRole('button', { name: 'Confirm email address' })
  await confirm.click()
  await expect(page.getByText('Enter your password')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('a-guess-of-mine-1')
  await confirm.click()
  await expect(page.getByText('This is not the password you signed up with.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I forgot it. Set a new password' }).click()
  await expect(page.getByLabel('New password')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('New password').fill('of-the-owner-alone-1')
  await page.getByRole('button', { name: 'Set password and confirm' }).click()
  await page.waitForURL(`${sunrise}/home`)

  await stranger.goto(`${sunrise}/home`)
  await stranger.waitForURL(/\/login/)
  await signIn(stranger, sunrise, email, 'of-the-stranger-1')
  await expect(stranger.getByText('This email and password do not match.')).toBeVisible()
  await stranger.context().close()
})

test('the code of a confirmation mail works on another device, a wrong one does not', async ({
  page,
  request,
}) => {
  const email = `code@${run}.test`
  await request.post(`${serverAddress}/auth/v1/signup`, {
    data: { email, password: 'quiet-river-41', data: {} },
  })
  const { text } = await newestMail(request, email, /confirm/i)
  const code = /^\d{6}$/m.exec(text)?.[0] ?? ''
  await page.goto(`${mainOrigin}/confirm-email`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
  await page.getByLabel('Password', { exact: true }).fill('quiet-river-41')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('This code is wrong or has expired.')).toBeVisible()
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
})
