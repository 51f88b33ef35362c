import type { Browser, Page } from '@playwright/test'
import { cookiesBlocked } from '#domain/texts/failures.ts'
import { refuseCookies, refuseStorage, setDeviceClock, translate } from '../support/device.ts'
import { addressOf, everyPage } from '../support/every-page.ts'
import { signInProfile } from '../support/people.ts'
import { advanceClock, clinicOrigin, demoPassword, expectLoaded, signIn } from '../support/product.ts'
import { storedTextPages } from '../support/stored-text-pages.ts'
import { expect, test } from '../support/test.ts'

/* A browser that refuses storage or cookies, translates the page, or has a wrong clock (docs/decisions/0174). */
test.setTimeout(120_000)
test.use({ actionTimeout: 15_000 })

const hub = clinicOrigin('sunrise')

/** A profile, signed in, on a device whose clock may be off. */
async function profileOf(browser: Browser, email: string, hoursOff = 0): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  if (hoursOff !== 0) await setDeviceClock(context, hoursOff)
  await signInProfile(context, email)
  return context.newPage()
}

async function openAt(page: Page, path: string): Promise<void> {
  await page.goto(`${hub}${path}`)
  await expectLoaded(page)
}

async function openWith(browser: Browser, email: string, path: string): Promise<Page> {
  const page = await profileOf(browser, email)
  await openAt(page, path)
  return page
}

// pages with stored text: e2e/pages/stored-text.spec.ts
const others = everyPage().filter(({ name }) => !(name in storedTextPages))
for (const reader of ['visitor', 'patient', 'admin'] as const)
  test(`pages of ${reader} without stored text open without storage`, async ({ browser }) => {
    const context = await browser.newContext()
    await refuseStorage(context)
    if (reader !== 'visitor') await signInProfile(context, `${reader}@sunrise.test`)
    const page = await context.newPage()
    for (const each of others.filter((one) => one.reader === reader))
      await test.step(each.name, async () => {
        await page.goto(await addressOf(each))
        await expectLoaded(page)
        await expect(page.getByText('Something went wrong')).toHaveCount(0)
      })
    await context.close()
  })

test('without storage, a user signs in and reads on', async ({ browser }) => {
  const context = await browser.newContext()
  await refuseStorage(context)
  const page = await context.newPage()
  await signIn(page, hub, 'patient@sunrise.test', demoPassword)
  await page.waitForURL(/\/home/)
  await expectLoaded(page)
  await page.goto(`${hub}/pay`)
  await expectLoaded(page)
  await context.close()
})

test('without cookies, signing in says so instead of asking again', async ({ browser }) => {
  const context = await browser.newContext()
  await refuseCookies(context)
  const page = await context.newPage()
  await page.goto(`${hub}/login`)
  await expect(page.getByRole('alert').filter({ hasText: cookiesBlocked })).toBeVisible()
  await signIn(page, hub, 'patient@sunrise.test', demoPassword)
  await expect(page.getByRole('alert').filter({ hasText: cookiesBlocked })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  await context.close()
})

test('a translated page shows the price that is agreed to', async ({ browser }) => {
  const page = await browser.newPage()
  await page.goto(`${hub}/join/plan`)
  await page.getByRole('link', { name: /: Family Care$/ }).click()
  const today = page.getByRole('definition').last()
  await expect(today).toHaveText('$89.00')
  await translate(page)
  await page.getByRole('button', { name: 'Add an adult' }).click()
  await expect(today).toHaveText('$138.00')
  await expect(page.getByText('Then $98.00 every month until you cancel.')).toBeVisible()
  await translate(page)
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(today).toHaveText('$89.00')
  await page.close()
})

test('a translated page signs in: its button shows that it works, and the failure', async ({ browser }) => {
  const page = await browser.newPage()
  await page.goto(`${hub}/login`)
  await page.getByLabel('Email').fill('patient@sunrise.test')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await translate(page)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/auth/v1/token**', async (route) => {
    await held
    await route.continue()
  })
  const button = page.locator('button[type=submit]')
  await button.click()
  await expect(button).toHaveText('Signing In...')
  release()
  await expect(page.getByText('Sign In Failed')).toBeVisible()
  await expect(button).toHaveText('Sign In')
  await page.context().close()
})

test('a translated list shows how many members match, and the page goes on', async ({ browser }) => {
  const page = await openWith(browser, 'admin@sunrise.test', '/members')
  await expect(page.getByText(/^Showing \d+ of \d+ members$/)).toBeVisible()
  await translate(page)
  await page.getByRole('searchbox', { name: 'Search' }).fill('GRACE@')
  await expect(page.getByText(/^Showing 1 of \d+ members$/)).toBeVisible()
  for (const path of ['/appointments', '/messages', '/members']) {
    await translate(page)
    await page.locator(`nav a[href="${path}"]`).first().click()
    await page.waitForURL(`**${path}**`)
    await expectLoaded(page)
  }
  await page.context().close()
})

test('a translated booking shows the time that is booked', async ({ browser }) => {
  const page = await openWith(browser, 'patient@sunrise.test', '/appointments')
  await page.getByRole('button', { name: 'Book a visit' }).click()
  const times = page.getByRole('group', { name: /^Free times on/ }).getByRole('button')
  const confirmed = page.getByRole('region', { name: 'Is this right?' })
  for (const index of [0, 1]) {
    await times.nth(index).waitFor()
    await translate(page)
    const time = await times.nth(index).innerText()
    await times.nth(index).click()
    await expect(confirmed).toContainText(time)
    await translate(page)
    await confirmed.getByRole('button', { name: /another time/ }).click()
  }
  await page.context().close()
})

/** Each clock on some pages, and each page with some clocks: a load costs a second. Hours off, by path. */
const wrongClocks = [
  { email: 'admin@sunrise.test', hoursOff: -3, paths: ['/clinic', '/appointments'] },
  { email: 'admin@sunrise.test', hoursOff: 24 * 400, paths: ['/appointments', '/members'] },
  { email: 'patient@sunrise.test', hoursOff: 3, paths: ['/home', '/appointments'] },
]

test('a device whose clock is hours off shows the same as one whose clock is right', async ({ browser }) => {
  for (const { email, hoursOff, paths } of wrongClocks) {
    const right = await profileOf(browser, email)
    const wrong = await profileOf(browser, email, hoursOff)
    const refreshes: string[] = []
    for (const path of paths)
      await test.step(`${email} ${path} ${hoursOff}`, async () => {
        await Promise.all([right, wrong].map((page) => openAt(page, path)))
        // the first page reads the end of a session from another device's clock
        if (path === paths[0])
          wrong.on('request', (request) => {
            if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url())
          })
        await expect(async () => expect(await wordsOf(wrong)).toBe(await wordsOf(right))).toPass({
          timeout: 15_000,
        })
      })
    expect(refreshes, 'refreshed sessions').toEqual([])
    for (const page of [right, wrong]) await page.context().close()
  }
})

test('after the product’s clock has moved, appointments agree with it', async ({ browser, request }) => {
  const page = await openWith(browser, 'admin@sunrise.test', '/appointments')
  const now = await advanceClock(request, 'P9D')
  await page.reload()
  await expectLoaded(page)
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  const day = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', day: 'numeric' }).format(now)
  await expect(page.locator('[aria-current="date"]').first()).toContainText(day)
  await page.context().close()
})

/** The page without times, as a minute may pass between two readings. */
async function wordsOf(page: Page): Promise<string> {
  const text = await page.getByRole('main').innerText()
  return text.replaceAll(/\d+:\d\d(?= (?:AM|PM))|\d+ (?:seconds?|minutes?)/g, '…')
}

test('a double click on a confirmation acts once', async ({ browser }) => {
  const page = await openWith(browser, 'admin@sunrise.test', '/settings/password')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/logout')) sent.push(request.url())
  })
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' })
  await confirm.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  expect(sent).toHaveLength(1)
  await page.context().close()
})

test('a form that is sent twice at once is stored once', async ({ browser }) => {
  const page = await openWith(browser, 'admin@sunrise.test', '/settings/clinic')
  const words = `Care that lasts ${Date.now().toString(36)}`
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.postData()?.includes(words)) sent.push(request.url())
  })
  await page.getByLabel('Tagline').fill(words)
  await page
    .getByLabel('Tagline')
    .evaluate((field: HTMLInputElement) => [1, 2].forEach(() => void field.form?.requestSubmit()))
  await expect(page.getByText(/^Saved/).first()).toBeVisible()
  expect(sent).toHaveLength(1)
  await page.context().close()
})
