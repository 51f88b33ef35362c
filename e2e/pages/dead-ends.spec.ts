import { expectAccessible } from '../support/accessibility.ts'
import { expectDelay, noteDelays } from '../support/delays.ts'
import { inviteTo, openAccount, signInProfile } from '../support/people.ts'
import { buttonOf, clinicOrigin, mainOrigin, newestMail, serverAddress, signIn } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* Former dead ends: used links, known addresses, repeated mails, codes without a page. */
const hub = clinicOrigin('sunrise')
const run = Date.now().toString(36)

async function expectSignedIn(page: import('@playwright/test').Page): Promise<void> {
  await page.goto(`${hub}/home`)
  await expect(page.getByRole('button', { name: /^Your menu/ }).first()).toBeVisible()
  await expect(page).toHaveURL(`${hub}/home`)
}

test('a used invitation leaves its reader signed in', async ({ page, request }) => {
  const email = `used@${run}.test`
  const link = await inviteTo(request, 'sunrise', { email, role: 'patient', name: 'Used Up' })
  const tokenHash = new URL(link).searchParams.get('token_hash')
  const used = await request.post(`${serverAddress}/auth/v1/verify`, {
    data: { type: 'invite', token_hash: tokenHash },
  })
  expect(used.status()).toBe(200)

  await signInProfile(page.context(), 'patient@sunrise.test')
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign out and continue' }).click()
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await expect(page.getByText(/Nothing was changed/)).toBeVisible()
  await expectSignedIn(page)

  // the older form of the link, with tokens that are refused
  const { access_token: dead } = (await used.json()) as { access_token: string }
  await request.post(`${serverAddress}/auth/v1/logout?scope=global`, {
    headers: { Authorization: `Bearer ${dead}` },
  })
  await page.goto(`${hub}/auth/callback/invite#access_token=${dead}&refresh_token=gone&type=invite`)
  await expect(page.getByText('Invite token did not result in a session.')).toBeVisible()
  await expectSignedIn(page)
})

// spec: A8 Joining with a known address answers the same as with a new one
test('joining with a known address reveals nothing, and a mail helps further', async ({
  browser,
  page,
  request,
}) => {
  // a new account, because joining leaves a pending membership
  const email = `known@${run}.test`
  const elsewhere = await browser.newContext()
  await openAccount(elsewhere, { email, password: 'warm-lantern-77', full_name: 'Ida Known' })
  await elsewhere.close()
  await page.goto(`${hub}/join`)
  await page.getByLabel('Full Name').fill('Somebody Known')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('quiet-river-stone-41')
  await page.getByRole('button', { name: 'Create Account & Join Clinic' }).click()
  const notice = page.getByText('Check your email to continue. If you already have an account, sign in.')
  await expect(notice).toBeVisible()
  await expect(page.getByText(/Account created|failed/i)).toBeHidden()
  await expectAccessible(page)
  await expect(notice.getByRole('link', { name: 'sign in' })).toHaveAttribute('href', '/login')

  const mail = await newestMail(request, email, /Sign in to join/)
  expect(mail.text).toContain('You already have an account')
  await page.goto(buttonOf(mail))
  await page.getByRole('button', { name: 'Open the invitation' }).click()
  await expect(page.getByRole('button', { name: /^Join Sunrise/ })).toBeVisible()
})

// spec: A2 A new patient who joins is signed in at once
test('a new patient who joins is signed in at once, and asked to prove the address where needed', async ({
  page,
}) => {
  await page.goto(`${hub}/join`)
  await page.getByLabel('Full Name').fill('Nia Park')
  await page.getByLabel('Email').fill(`nia@${run}.test`)
  await page.getByLabel('Password', { exact: true }).fill('quiet-river-stone-41')
  await page.getByRole('button', { name: 'Create Account & Join Clinic' }).click()
  await page.waitForURL(`${hub}/home`)

  const enterCode = page.getByRole('button', { name: 'Enter the code, or change the address' })
  await page.getByRole('navigation').getByRole('link', { name: 'Appointments' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Appointments' })).toBeVisible()
  await expect(enterCode).toBeVisible()
  await expect(page).toHaveURL(`${hub}/appointments`)
  await page.goto(`${hub}/join`)
  await page.getByRole('button', { name: 'Join Sunrise Family Clinic' }).click()
  await expect(page.getByText('Please confirm your email address first.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a new link' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${mainOrigin}/pay`)
  await page.getByRole('link', { name: 'Open Sunrise Family Clinic' }).click()
  await page.waitForURL(`${hub}/pay`)
})

// spec: A2 Forgot password: the code of the mail sets a new password
// spec: A7 A password reset sets a new password
// spec: A4 After a new password /login opens after 1 s
// spec: A9 A new password redirects after 1 s
// spec: A5 The new password has its messages
// spec: A8 Forgot password gives the same answer twice
test('a repeated reset request gets the same answer, and the mail’s code sets a password', async ({
  page,
  request,
}) => {
  const email = `reset@${run}.test`
  await request.post(`${serverAddress}/functions/v1/clinic-join`, {
    data: { email, password: 'quiet-river-stone-41', name: 'Rae Set', subdomain: 'sunrise' },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await noteDelays(page)
  await page.goto(`${hub}/forgot-password`)
  for (let time = 1; time <= 2; time++) {
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
    await expect(
      page.getByText('If an account exists for this email, reset instructions have been sent.'),
    ).toHaveCount(1)
    await expect(page.getByText(/Failed to send/)).toBeHidden()
  }
  await expectAccessible(page)

  const { text } = await newestMail(request, email, /Reset your password/)
  const code = /^\d{6}$/m.exec(text)?.[0] ?? ''
  await page.getByLabel('Code from the email').fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Continue with the code' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toHaveCount(1)
  await page.getByLabel('Code from the email').fill(code)
  await page.getByRole('button', { name: 'Continue with the code' }).click()
  await page.waitForURL(`${hub}/update-password`)
  await page.getByLabel('New Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password must be at least 8 characters long.').first()).toBeVisible()
  await page.getByLabel('New Password', { exact: true }).fill('calm-harbor-glass-93')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText("Passwords don't match").first()).toBeVisible()
  await page.getByLabel('Confirm New Password').fill('calm-harbor-glass-93')
  await page.route('**/auth/v1/user*', (route) =>
    // the page may read the user meanwhile
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 422, json: { code: 422, error_code: 'validation_failed', msg: 'Not now.' } })
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Failed to update password: Not now.')).toBeVisible()
  await page.unroute('**/auth/v1/user*')
  await expectDelay(page, 1_000, async () => {
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Password updated successfully! Please log in.')).toBeVisible()
    await page.waitForURL(`${hub}/login`)
  })
  await signIn(page, hub, email, 'calm-harbor-glass-93')
  await page.waitForURL(`${hub}/home`)
})

// spec: A2 An unknown path shows Page Not Found with a way back
// spec: B2.3 Page Not Found leads visitors home and signed-in users to their area
test('an unknown page links visitors to the homepage, and signed-in users to their own area', async ({
  page,
}) => {
  await page.goto(`${hub}/nothing-here`)
  await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Go to Homepage' })).toHaveAttribute('href', `${mainOrigin}/`)
  await signInProfile(page.context(), 'patient@sunrise.test')
  await page.goto(`${hub}/nothing-here`)
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await page.waitForURL(`${hub}/home`)
})
