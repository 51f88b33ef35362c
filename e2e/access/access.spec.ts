import type { Page } from '@playwright/test'
import { expectDelay, noteDelays } from '../support/delays.ts'
import { whileFailing } from '../support/failing-reads.ts'
import { aPause } from '../support/pause.ts'
import { openAccount, openAs, sessionOf, signInProfile, spendToken } from '../support/people.ts'
import { clinicOrigin, demoPassword, mainOrigin, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/*
 * Access in the browser (docs/specification.md part A). Each role signs in once, and navigation uses the app's router,
 * because a page load per case would take a second. Server failures are simulated answers.
 */
const sunrise = clinicOrigin('sunrise')
const profiles = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 900 },
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

async function expectLed(page: Page, from: readonly string[], to: string): Promise<void> {
  for (const path of from)
    await test.step(`${path} leads to ${to}`, async () => {
      await go(page, path)
      await expect.poll(() => new URL(page.url()).pathname).toBe(to)
    })
}

async function expectTitles(
  page: Page,
  titles: readonly (readonly [string, string | RegExp, ...string[]])[],
): Promise<void> {
  for (const [path, title, ...texts] of titles)
    await test.step(path, async () => {
      await go(page, path)
      await expect(heading(page, title)).toBeVisible()
      for (const text of texts)
        await expect(page.getByText(text, { exact: true }).first(), text).toBeVisible()
    })
}

async function answering(
  page: Page,
  path: string,
  answer: { status?: number; json?: object; held?: Promise<void> } | 'unreachable',
  work: () => Promise<void>,
): Promise<void> {
  await page.route(`**${path}*`, async (route) => {
    if (answer === 'unreachable') return route.abort()
    await answer.held
    await route.fulfill({ status: answer.status ?? 200, json: answer.json ?? {} })
  })
  await work()
  await page.unroute(`**${path}*`)
}

for (const [profile, viewport] of Object.entries(profiles)) {
  test.describe(profile, () => {
    test.use({ viewport })

    // spec: A2 The access screens have their titles
    // spec: A2 Guarded pages lead visitors to /login
    // spec: A2 /confirm-email asks a visitor to check the mail
    // spec: B2.3 Page Not Found and Access Denied show their texts
    test('A2: the access screens, and every guarded route without a session', async ({ page }) => {
      await page.goto(`${sunrise}/login`)
      await expect(heading(page, 'Sign in to Sunrise Family Clinic')).toBeVisible()
      await expectLed(
        page,
        [
          ...['/home', '/learn', '/pay', '/profile', '/feedback', '/dashboard', '/appointments'],
          ...['/clinic', '/clinic/plans', '/clinic/money', '/members', '/messages', '/content'],
          ...['/settings', '/settings/profile', '/settings/clinic', '/settings/plan', '/settings/billing'],
          ...['/settings/team', '/settings/password', '/settings/notifications'],
        ],
        '/login',
      )
      await page.goto(`${mainOrigin}/login`)
      await expect(heading(page, 'Welcome back')).toBeVisible()
      await expectTitles(page, [
        ['/sign-up', 'Create Your Clinic Hub', 'Create Clinic Account', 'Join here'],
        ['/join', 'Create Your Account', 'At least 8 characters', 'Create Account', 'Continue with Google'],
        ['/forgot-password', 'Forgot your password?', 'Send Reset Instructions', 'Back to Login'],
        [
          '/accept-invite',
          'Invalid Invitation',
          'This invitation link is invalid or has expired.',
          'Return to Login',
        ],
        [
          '/unauthorized',
          'Access Denied',
          "You don't have permission to access this page. If you believe this is an error, please contact your administrator.",
          'Go to Dashboard',
          'Sign in with a Different Account',
        ],
        ['/confirm-email', 'Check your email'],
        [
          '/nothing-here',
          'Page Not Found',
          "The page you're looking for doesn't exist or may have been moved.",
        ],
      ])
    })

    // spec: A2 A patient is denied the pages of the clinic
    // spec: B2.3 Go to Dashboard leads a patient to their area
    test('A2: a patient is denied the clinic’s side', async ({ browser }) => {
      const page = await openAs(browser, 'patient@sunrise.test', '/home', { viewport })
      await expect(heading(page, /^Good/)).toBeVisible()
      await expectLed(
        page,
        [
          ...['/clinic', '/clinic/plans', '/clinic/money', '/members', '/content'],
          ...['/settings', '/settings/clinic', '/settings/team', '/settings/billing'],
        ],
        '/unauthorized',
      )
      await test.step('the team’s address of messages leads to their own', async () => {
        await page.goto(`${sunrise}/messages`)
        await page.waitForURL(`${sunrise}/home/messages`)
        await page.goto(`${sunrise}/unauthorized`)
      })
      await test.step('Go to Dashboard leads to their own area', async () => {
        await page.getByRole('link', { name: 'Go to Dashboard' }).click()
        await page.waitForURL(`${sunrise}/home`)
      })
      await page.context().close()
    })

    // spec: A2 Staff are denied pages for admins
    test('A2: staff are denied pages for admins', async ({ browser }) => {
      const page = await openAs(browser, 'staff@sunrise.test', '/settings/profile', { viewport })
      await expect(heading(page, 'Profile Settings')).toBeVisible()
      await expectLed(
        page,
        [
          ...['/settings/clinic', '/settings/team', '/settings/plan', '/settings/billing'],
          ...['/settings/security', '/settings/scheduling', '/clinic/money', '/clinic/activity'],
          '/clinic/plans/new',
        ],
        '/unauthorized',
      )
      await expectTitles(page, [
        ['/settings/password', 'Security', 'Current password', 'New password', 'Confirm new password'],
      ])
      if (profile === 'phone')
        // spec: A4 The menu closes when the experience changes
        await test.step('the menu closes when the experience changes', async () => {
          await page.getByRole('button', { name: 'Open menu' }).click()
          await expect(page.getByRole('dialog')).toBeVisible()
          await go(page, '/learn')
          await expect(page.getByRole('navigation').getByRole('link', { name: 'Learn' })).toBeVisible()
          await expect(page.getByRole('dialog')).toHaveCount(0)
        })
      // spec: A2 After a sign-in /home leads the team to /clinic, once per page load
      await test.step('/home redirects the team to its area once per page load', async () => {
        await expectLed(page, ['/home'], '/clinic')
        await expectTitles(page, [['/home', /^Good/]])
      })
      await page.context().close()
    })
  })
}

// spec: A2 The top bar has one button by role
// spec: A2 The guard without a clinic leads admins to /clinic and other users to /home
// spec: A9 The year of the copyright is the present one
test('A2: top bar and the no-clinic guard, by role', async ({ browser, page }) => {
  await test.step('a visitor', async () => {
    await page.goto(mainOrigin)
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
    await expect(bar.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/sign-up')
    await expect(page.getByText(`© ${new Date().getUTCFullYear()} Carefold`)).toBeVisible()
  })
  for (const [who, label, leads, noClinic] of [
    ['admin', 'My Clinic', `${sunrise}/clinic`, '/clinic'],
    ['member', 'My Clinic', `${sunrise}/appointments`, '/home'],
    ['patient', 'My Health', '/home', '/home'],
  ] as const)
    await test.step(who, async () => {
      const own = await openAs(browser, `${who}@sunrise.test`, null)
      await own.goto(mainOrigin)
      const bar = own.getByRole('banner')
      await expect(bar.getByRole('link', { name: label })).toHaveAttribute('href', new RegExp(leads))
      await expect(bar.getByRole('link', { name: 'Sign Out' })).toBeVisible()
      await own.goto(`${sunrise}/sign-up`)
      await own.waitForURL((url) => url.pathname.startsWith(noClinic) || url.pathname === '/clinic')
      await own.context().close()
    })
})

// spec: A2 /login understands its messages and shows no text of others
// spec: A2 /login links to /forgot-password, /join and /sign-up
// spec: A8 The invite callback names the cause of its failure
// spec: A4 The invite callback leads to /login with its error
// spec: A2 The invite callback says that it processes the invitation
test('A2, A8: what /login says on arrival', async ({ page }) => {
  for (const [query, text] of [
    ['message=signup_success&subdomain=sunrise', 'Your hub will open at sunrise.carefold.localhost.'],
    ['message=signup_success_patient', 'Sign Up Successful'],
    ['message=logout_failed', 'An unexpected error occurred.'],
    ['message=logout_failed&reason=Call+555-0100', 'An unexpected error occurred.'],
    [
      'error=invalid_state&message=No+invite+token+found+or+token+already+used.',
      'No invite token found or token already used.',
    ],
    [
      'error=invite_failed&message=Invite+processing+failed+or+token+invalid.',
      'Invite processing failed or token invalid.',
    ],
    ['error=invite_failed&message=Send+your+password', 'Failed to process invite token.'],
  ] as const)
    await test.step(query, async () => {
      await page.goto(`${mainOrigin}/login?${query}`)
      await expect(page.getByText(text)).toBeVisible()
    })
  for (const [link, path] of [
    ['Forgot your password?', '/forgot-password'],
    ['Patient sign up', '/join'],
    ['Register here', '/sign-up'],
  ] as const)
    await test.step(link, async () => {
      await expect(page.getByRole('link', { name: link })).toHaveAttribute('href', path)
    })
  await test.step('the typed email is on the page for a forgotten password, by keyboard', async () => {
    await page.getByLabel('Email').fill('nora@example.test')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('nora@example.test')
    expect(page.url()).not.toContain('nora')
  })
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3_600 })).replaceAll('=', '')
  const tokens = `#access_token=e30.${claims}.c2ln&refresh_token=r`
  for (const [name, fragment, code, text] of [
    ['no token at all', '', null, 'No invite token found or token already used.'],
    ['one token of two', '#access_token=a', null, 'Invalid invite link: incomplete token data.'],
    ['what the auth service refused', '#error=access_denied', null, 'Failed to process invite token.'],
    ['tokens that it does not know', tokens, 'bad_jwt', 'Failed to process invite token.'],
    [
      'tokens of a session that is over',
      tokens,
      'session_not_found',
      'Invite token did not result in a session.',
    ],
    [
      'no tokens at all in their place',
      '#access_token=aaaa.aaaa.aaaa&refresh_token=r',
      null,
      'An unexpected error occurred while processing the invite.',
    ],
  ] as const)
    await test.step(name, async () => {
      let release = () => {}
      const held = new Promise<void>((done) => {
        release = done
      })
      const refusal = { status: 403, json: { code: 403, error_code: code, msg: 'Refused' }, held }
      await answering(page, '/auth/v1/user', refusal, async () => {
        await page.goto(`${mainOrigin}/auth/callback/invite${fragment}`)
        if (code) await expect(page.getByText('Processing your invitation, please wait...')).toBeVisible()
        release()
        await expect(page.getByText(text)).toBeVisible()
        await expect(page.getByText('Your invitation could not be opened')).toBeVisible()
      })
    })
})

// spec: A2 A clinic that cannot be read says so
// spec: A3 A failed lookup of a clinic is an error
test('A2: a clinic that cannot be read', async ({ page, browserErrors }) => {
  await whileFailing(page, '/rest/v1/clinics', async () => {
    await page.goto(`${sunrise}/join`)
    await expect(page.getByText('Failed to process clinic data')).toBeVisible()
  })
  await expect.poll(() => browserErrors.splice(0).length).toBeGreaterThan(0)
  browserErrors.splice(0)
})

// spec: A2 On localhost links add c, and a clinic’s own host ignores the query
test('A2: plain localhost with c is the same clinic, and its links contain it', async ({ page }) => {
  const local = `http://localhost:${new URL(mainOrigin).port}`
  for (const query of ['c=sunrise', 'tenant=sunrise', '__tenant=sunrise'])
    await test.step(query, async () => {
      await page.goto(`${local}/login?${query}`)
      await expect(heading(page, 'Sign in to Sunrise Family Clinic')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Patient sign up' })).toHaveAttribute(
        'href',
        '/join?c=sunrise',
      )
    })
  await test.step('a clinic’s own host ignores another name', async () => {
    await page.goto(`${sunrise}/login?c=harbor&__tenant=harbor`)
    await expect(heading(page, 'Sign in to Sunrise Family Clinic')).toBeVisible()
  })
})

const broken = { status: 500, json: { code: 500, error_code: 'unexpected_failure', msg: 'Broken.' } }
const refused = (msg: string) => ({ status: 422, json: { code: 422, error_code: 'validation_failed', msg } })

// spec: A8 Login says why the service refused
// spec: A8 The clinic sign-up says why it failed
// spec: A5 A sign-up must give a user
// spec: A8 The patient sign-up says why it failed
test('A8: forms show an error when the service fails', async ({ page, browserErrors }) => {
  const submit = (name: string) => page.getByRole('button', { name, exact: true })
  const says = async (...texts: (string | RegExp)[]) => {
    for (const text of texts) await expect(page.getByText(text).first(), String(text)).toBeVisible()
  }
  const fill = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value)
  }

  await noteDelays(page)
  await page.goto(`${mainOrigin}/login`)
  // spec: A5 Login requires both fields and nothing else
  await test.step('login: both fields are required, and nothing else', async () => {
    await submit('Sign In').click()
    await says('Enter your email address', 'Enter your password')
    await fill({ Email: 'ada@clinic.test', Password: 'x' })
  })
  for (const [name, answer, ...texts] of [
    ['refused', refused('Not today.'), 'Sign In Failed', 'Not today.'],
    [
      'a refusal without a message',
      { status: 400 },
      'Login Failed',
      'Failed to login. Please check your credentials.',
    ],
    ['no connection', 'unreachable', 'Login Failed', 'Carefold is not available right now.'],
  ] as const)
    await test.step(`login: ${name}`, () =>
      answering(page, '/auth/v1/token', answer, async () => {
        await submit('Sign In').click()
        await says(...texts)
      }))
  await test.step('login: an unconfirmed address can get another mail', async () => {
    const unconfirmed = {
      status: 400,
      json: { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
    }
    await answering(page, '/auth/v1/token', unconfirmed, async () => {
      await submit('Sign In').click()
      await says('Please confirm your email address first. The link is in the email we sent you.')
    })
    await answering(page, '/auth/v1/resend', {}, async () => {
      await submit('Send a new link').click()
      await says('We sent you a new link.')
    })
  })
  // spec: A8 Google sign-in that cannot start says so
  await test.step('shows an error if the browser cannot open Google', async () => {
    await page.evaluate(() => {
      const digest = () => Promise.reject(new Error('not here'))
      Object.defineProperty(crypto, 'subtle', { value: { digest } })
    })
    await submit('Sign in with Google').click()
    await says('Google OAuth Sign-In Failed', 'Failed to sign in with Google.')
  })

  // spec: A5 Forgot password needs a valid address
  // spec: A8 Forgot password says that it sends, and that it failed
  await test.step('forgot password', async () => {
    await page.goto(`${mainOrigin}/forgot-password`)
    await fill({ Email: 'ada' })
    await submit('Send Reset Instructions').click()
    await says('Please enter a valid email address.')
    await fill({ Email: 'ada@clinic.test' })
    const { held, release } = aPause()
    await answering(page, '/auth/v1/recover', { ...broken, held }, async () => {
      await submit('Send Reset Instructions').click()
      await says('Sending reset instructions...')
      release()
      await says('Failed to send reset instructions. Please try again.')
    })
  })

  // spec: A4 Availability is checked after 500 ms, from 3 characters on
  // spec: A9 The debounces are 500 ms and 750 ms
  // spec: A8 A failed check of the address says so
  await test.step('the address check: 500 ms after the last change, and not below 3 characters', async () => {
    await go(page, '/sign-up')
    const checks: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/functions/v1/check-subdomain')) checks.push(request.postDataJSON())
    })
    await whileFailing(page, '/functions/v1/check-subdomain', async () => {
      await expectDelay(page, 500, async () => {
        await page.getByLabel('Clinic Name').fill('Quiet Harbor')
        await says('Could not check subdomain availability.')
      })
    })
    expect(checks).toEqual([{ subdomain: 'quiet-harbor' }])
    await expectDelay(page, 750, async () => {
      await page.getByLabel('Clinic Name').fill('Qu')
      // shown before the field loses focus
      await says('Clinic name must be at least 3 characters')
    })
    await expect(page.getByLabel('Clinic Name')).toBeFocused()
    expect(checks).toHaveLength(1)
  })
  // spec: A5 The clinic sign-up says what is wrong at each field
  await test.step('clinic sign-up: its rules', async () => {
    await fill({ Name: 'Al', Email: 'ada', Password: 'short', 'Clinic Name': 'Al' })
    await submit('Create Clinic Account').click()
    await says(
      'Name must be at least 3 characters',
      'Please enter a valid email address',
      'Password must be at least 8 characters',
      'Clinic name must be at least 3 characters',
      'Subdomain must be at least 3 characters',
    )
    await fill({
      ...{ Name: 'Ada Lane', Email: 'ada@clinic.test', Password: 'quiet-river-stone-41' },
      'Clinic Name': `Quiet ${Date.now().toString(36)}`,
    })
    await says('This address is available.')
  })
  for (const [name, answer, text] of [
    ['refused', refused('Not today.'), 'Account creation failed: Not today.'],
    [
      'a refusal without a message',
      { status: 400 },
      'Account creation failed: An unexpected error occurred during sign up.',
    ],
    ['no user', {}, 'Account creation failed: Sign up successful but no user object returned.'],
  ] as const)
    await test.step(`clinic sign-up: ${name}`, () =>
      answering(page, '/auth/v1/signup', answer, async () => {
        await submit('Create Clinic Account').click()
        await says(text)
      }))

  // spec: A5 The patient sign-up says what is wrong at each field
  await test.step('patient sign-up: its rules', async () => {
    await go(page, '/join')
    await fill({ Name: 'A', Email: 'ada', Password: 'short' })
    await submit('Create Account').click()
    await says(
      'Name must be at least 2 characters',
      'Please enter a valid email address',
      'Password must be at least 8 characters',
    )
    await fill({ Name: 'Ada Lane', Email: 'ada@clinic.test', Password: 'quiet-river-stone-41' })
  })
  for (const [name, answer, ...texts] of [
    ['refused', refused('Not today.'), 'Sign Up Failed', 'Not today.'],
    ['a refusal without a message', { status: 400 }, 'Sign Up Failed', 'An unknown sign-up error occurred.'],
    ['no user', {}, 'Sign Up Failed', 'Sign up successful but no user object returned.'],
    ['no connection', 'unreachable', 'Signup Error', 'Failed to create account.'],
  ] as const)
    await test.step(`patient sign-up: ${name}`, () =>
      answering(page, '/auth/v1/signup', answer, async () => {
        await submit('Create Account').click()
        await says(...texts)
      }))
  await test.step('patient sign-up: a weak password, with its reasons', () =>
    answering(
      page,
      '/auth/v1/signup',
      {
        status: 422,
        json: {
          ...{ code: 422, error_code: 'weak_password', msg: 'This password is too easy to guess.' },
          weak_password: { reasons: ['pwned'] },
        },
      },
      async () => {
        await submit('Create Account').click()
        await says('This password is too easy to guess.')
      },
    ))

  // spec: A8 Joining says why it failed, and when the sign-in after it failed
  await test.step('join: refused, and an account that could not sign in', async () => {
    await page.goto(`${sunrise}/join`)
    await fill({ 'Full Name': 'Ada Lane', Email: 'ada@clinic.test', Password: 'quiet-river-stone-41' })
    const full = { status: 409, json: { code: 'not_today', message: 'Not today.' } }
    await answering(page, '/functions/v1/clinic-join', full, async () => {
      await submit('Create Account & Join Clinic').click()
      await says('Signup failed: Not today.')
    })
    await answering(page, '/functions/v1/clinic-join', {}, () =>
      answering(page, '/auth/v1/token', 'unreachable', async () => {
        await submit('Create Account & Join Clinic').click()
        await says('Login Error', 'Account created, but failed to log in. Please try logging in manually.')
      }),
    )
  })
  browserErrors.splice(0)
})

// spec: A4 A reset link without a session is checked again after 1.5 s, then leads to /login
// spec: A8 An invalid reset link says so
// spec: A9 The session of a reset link is checked again after 1.5 s
test('A4: a reset link without a session leads to /login after a second check', async ({ page }) => {
  await noteDelays(page)
  // loaded before, because requests are counted from here on
  await page.goto(`${mainOrigin}/forgot-password`)
  await expectDelay(page, 1_500, async () => {
    await go(page, '/update-password')
    await expect(page.getByText('Checking your reset link...')).toBeVisible()
    await expect(page.getByText('Invalid or expired password reset link.')).toBeVisible()
  })
  await expect(page.getByText('Please request a new password reset from the login page.')).toBeVisible()
  await page.waitForURL(`${mainOrigin}/login`)
})

// spec: A8 Settings says whether the password was updated
test('A8: Settings shows the outcome of a password change', async ({ browser, browserErrors }) => {
  const page = await openAs(browser, 'member@sunrise.test', '/settings/password')
  const fill = async () => {
    await page.getByLabel('Current password').fill('carefold-demo')
    await page.getByLabel('New password', { exact: true }).fill('calm-harbor-glass-93')
    await page.getByLabel('Confirm new password').fill('calm-harbor-glass-93')
    await page.getByRole('button', { name: 'Update password' }).click()
  }
  await page.route('**/auth/v1/user*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { error_code: 'unexpected_failure', msg: 'broken' } })
      : route.continue(),
  )
  await fill()
  await expect(page.getByText('Password Update Failed')).toBeVisible()
  await page.unroute('**/auth/v1/user*')
  // a simulated answer: other journeys sign in as this user
  const { user } = await sessionOf(page.request, 'member@sunrise.test')
  await page.route('**/auth/v1/user*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ json: user }) : route.continue(),
  )
  await fill()
  await expect(page.getByText('Password Updated')).toBeVisible()
  await expect(page.getByText('Your password has been successfully updated.')).toBeVisible()
  browserErrors.splice(0)
  await page.context().close()
})

// spec: A2 Signing out says so, and ends after 10 s without an answer
// spec: A8 Login says that a sign-out failed
// spec: A7 Signing out uses the global scope
test('A2, A8: signing out shows progress, and the reason of a failure', async ({
  browser,
  browserErrors,
}) => {
  const page = await openAs(browser, 'patient@sunrise.test', null)
  await test.step('without an answer, this device is signed out after 10 s', async () => {
    await page.clock.install()
    await page.route('**/auth/v1/logout*', () => {})
    const asked = page.waitForRequest('**/auth/v1/logout?scope=global')
    await page.goto(`${sunrise}/logout`)
    await asked
    await page.clock.fastForward(10_000)
    await page.waitForURL(/\/login\?message=logout_failed/)
    await expect(page.getByText('Carefold is not available right now.')).toBeVisible()
    expect((await page.context().cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
    await page.unroute('**/auth/v1/logout*')
    await signInProfile(page.context(), 'patient@sunrise.test')
  })
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/auth/v1/logout*', async (route) => {
    await held
    await route.fulfill({
      status: 429,
      json: { error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    })
  })
  await page.goto(`${sunrise}/logout`)
  await expect(page.getByText('Logging you out...')).toBeVisible()
  release()
  await page.waitForURL(/\/login\?message=logout_failed/)
  await expect(page.getByText('Logout Failed')).toBeVisible()
  browserErrors.splice(0)
  await page.context().close()
})

// spec: A8 A sign-in says that it succeeded; a failed check of the tier is silent
// spec: A3 The session is fully loaded once tier and memberships are read
// spec: A2 The shell shows Loading experience... while it loads
// spec: A4 A failed check of the tier leaves the page usable
test('A8: signing in shows progress; a failed read of the tier changes nothing, one of the memberships offers a retry', async ({
  page,
  browserErrors,
}) => {
  await page.goto(`${sunrise}/login`)
  await page.getByLabel('Email').fill('patient@sunrise.test')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  const reads = /\/(reads\/v1|rest\/v1\/clinic_memberships|functions\/v1\/check-subscription)/
  await test.step('the toast leaves when the page arrives, which it would cover', async () => {
    const { held, release } = aPause()
    await page.route(reads, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Login successful!')).toBeVisible()
    release()
    await expect(heading(page, /^Good/)).toBeVisible()
    await expect(page.getByText('Login successful!')).toHaveCount(0)
    await page.unroute(reads)
  })
  await test.step('the shell waits until tier and memberships are read', async () => {
    const { held, release } = aPause()
    await page.route(reads, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${sunrise}/home`)
    await expect(page.getByText('Loading experience...')).toBeVisible()
    await expect(heading(page, /^Good/)).toHaveCount(0)
    release()
    await expect(heading(page, /^Good/)).toBeVisible()
    await page.unroute(reads)
  })
  await whileFailing(page, '/functions/v1/check-subscription', async () => {
    await page.goto(`${sunrise}/home`)
    await expect(page.getByText('Loading experience...')).toBeVisible()
    await expect(heading(page, /^Good/)).toBeVisible()
  })
  await whileFailing(page, '/rest/v1/clinic_memberships', async () => {
    await page.goto(`${sunrise}/appointments`)
    await expect(page.getByRole('heading', { name: 'Your clinics could not be loaded' })).toBeVisible()
    await expect(page).toHaveURL(`${sunrise}/appointments`)
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Appointments')).toBeVisible()
  browserErrors.splice(0)
})

test('A4, A5: an account without an invitation, and a clinic returned without its address', async ({
  page,
  browserErrors,
}) => {
  const email = `alone@${Date.now().toString(36)}.test`
  const names = { first_name: 'Noor', last_name: 'Haddad' }
  await openAccount(page.context(), { email, password: 'quiet-river-stone-41', ...names })
  await noteDelays(page)
  await test.step('the second step comes before setting a password', async () => {
    await spendToken(page.context())
    await page.route('**/auth/v1/token*', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      // Node cannot resolve the site's host
      const answer = await route.fetch({ url: `${serverAddress}${pathname}${search}` })
      const { user, ...session } = await answer.json()
      const factors = [{ id: crypto.randomUUID(), factor_type: 'totp', status: 'verified' }]
      await route.fulfill({ response: answer, json: { ...session, user: { ...user, factors } } })
    })
    await page.goto(`${mainOrigin}/accept-invite`)
    await expect(heading(page, 'One more step')).toBeVisible()
    await page.unroute('**/auth/v1/token*')
  })
  // spec: A2 Accept-invite says that it verifies the invitation
  await test.step('shows progress until the session is known', async () => {
    // the token has expired, and the server has not answered yet
    await spendToken(page.context())
    const { held, release } = aPause()
    await page.route('**/auth/v1/token*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${mainOrigin}/accept-invite?clinic_id=${crypto.randomUUID()}`)
    await expect(page.getByText('Verifying invitation...')).toBeVisible()
    release()
    await expect(heading(page, 'Complete Your Account Setup')).toBeVisible()
    await expect(page.getByText('Verifying invitation...')).toHaveCount(0)
    await page.unroute('**/auth/v1/token*')
  })
  // spec: A4 Accept-invite fills in known names
  await test.step('fills in known names', async () => {
    await expect(page.getByLabel('First name')).toHaveValue(names.first_name)
    await expect(page.getByLabel('Last name')).toHaveValue(names.last_name)
  })
  // spec: A5 Accept-invite says what is wrong at each field
  await test.step('its rules', async () => {
    for (const label of ['First name', 'Last name']) await page.getByLabel(label).fill('')
    await page.getByRole('button', { name: 'Create Account & Join' }).click()
    for (const text of [
      'First name must be at least 2 characters',
      'Last name must be at least 2 characters',
      'Password must be at least 8 characters',
    ])
      await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByText('Need help?')).toBeVisible()
  })
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lane')
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill('quiet-river-stone-41')
  const submit = page.getByRole('button', { name: 'Create Account & Join' })
  // spec: A5 Accept-invite refuses a repeated password that differs
  await test.step('a repetition that differs', async () => {
    await page.getByLabel('Confirm password', { exact: true }).fill('quiet-river-stone-42')
    await submit.click()
    await expect(page.getByText("Passwords don't match").first()).toBeVisible()
    await page.getByLabel('Confirm password', { exact: true }).fill('quiet-river-stone-41')
  })
  // spec: A8 Accept-invite says why the profile was not updated
  // spec: A4 An error of accept-invite leaves the form with a banner
  await test.step('the form stays after an error, with a banner', async () => {
    await page.route('**/auth/v1/user*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 422,
            json: { code: 422, error_code: 'validation_failed', msg: 'Not now.' },
          })
        : route.continue(),
    )
    await submit.click()
    await expect(page.getByText('Failed to update account. Please try again.')).toBeVisible()
    await expect(page.getByText('Failed to update profile: Not now.')).toBeVisible()
    await page.unroute('**/auth/v1/user*')
  })
  // spec: A4 Accept-invite leads to /home after 1.5 s, with a notice without a membership
  // spec: A9 Accept-invite redirects 1.5 s after the acceptance
  await test.step('a refused membership shows a notice, and /home after 1.5 s', async () => {
    const saved = page.waitForResponse(
      (answer) =>
        answer.url().includes('/auth/v1/user') && answer.request().method() === 'PUT' && answer.ok(),
    )
    await expectDelay(page, 1_500, async () => {
      await submit.click()
      await expect(page.getByText('Note: You may need to be manually added to the clinic.')).toBeVisible()
      await expect(heading(page, 'Account Activated!')).toBeVisible()
      await expect(page.getByText('Your account is ready. Redirecting you...')).toBeVisible()
      await page.waitForURL(`${mainOrigin}/home`)
    })
    expect((await (await saved).json()).user_metadata).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lane',
      profile_complete: true,
    })
  })
  // spec: A4 An account that is set up leads on from accept-invite
  await test.step('an account that is set up shows that, and leads to the user’s home', async () => {
    await go(page, '/accept-invite')
    await expect(page.getByText('Your account is already set up.').first()).toBeVisible()
    await page.waitForURL(`${mainOrigin}/home`)
  })
  // spec: A2 Without a clinic, appointments lead to the landing page
  await test.step('without a clinic there are no appointments', async () => {
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Learn' })).toBeVisible()
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Appointments' })).toHaveCount(0)
    await expectLed(page, ['/appointments'], '/')
  })
  // spec: A8 A new password says that it is saved, and why it failed
  await test.step('shows progress while a new password is saved', async () => {
    await go(page, '/update-password')
    await page.getByLabel('New Password', { exact: true }).fill('calm-harbor-glass-95')
    await page.getByLabel('Confirm New Password').fill('calm-harbor-glass-95')
    const { held, release } = aPause()
    await answering(page, '/auth/v1/user', { ...refused('Not now.'), held }, async () => {
      await page.getByRole('button', { name: 'Update Password' }).click()
      await expect(page.getByRole('button', { name: 'Updating password...' })).toBeVisible()
      release()
      await expect(page.getByText('Failed to update password: Not now.')).toBeVisible()
      await expect(page.getByText('Updating password...')).toHaveCount(0)
    })
  })
  // spec: A5 A new clinic must come back with its subdomain
  await test.step('a clinic without a subdomain', async () => {
    await go(page, '/sign-up')
    await page.getByLabel('Clinic Name').fill(`Alone ${Date.now().toString(36)}`)
    await expect(page.getByText('This address is available.')).toBeVisible()
    await page.route('**/functions/v1/create-clinic-with-admin', (route) =>
      route.fulfill({ json: { clinic: {} } }),
    )
    await page.getByRole('button', { name: 'Create Clinic Account' }).click()
    await expect(
      page.getByText('Clinic data incomplete after creation (Edge Function response issue).'),
    ).toBeVisible()
  })
  browserErrors.splice(0)
})
