import type { Browser, Page } from '@playwright/test'
import { cookiesBlocked } from '#domain/texts/failures.ts'
import { refuseCookies, refuseStorage, setDeviceClock, translate } from '../support/device.ts'
import { addressOf, everyPage } from '../support/every-page.ts'
import { operatorAnswers } from '../support/operator-answers.ts'
import { signInProfile } from '../support/people.ts'
import { advanceClock, clinicOrigin, demoPassword, expectLoaded, signIn } from '../support/product.ts'
import { finderFor } from '../support/stored-text-pages.ts'
import { expect, test } from '../support/test.ts'

/* A browser that refuses storage or cookies, translates the page, or has a wrong clock (docs/decisions/0174). */
test.setTimeout(120_000)
test.use({ actionTimeout: 15_000 })

const hub = clinicOrigin('sunrise')

async function openWith(browser: Browser, email: string, path: string, hoursOff = 0): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  if (hoursOff !== 0) await setDeviceClock(context, hoursOff)
  await signInProfile(context, email)
  const page = await context.newPage()
  await page.goto(`${hub}${path}`)
  await expectLoaded(page)
  return page
}

for (const reader of ['visitor', 'patient', 'beatrice', 'admin'] as const)
  test(`every page of ${reader} opens without storage`, async ({ browser, request }) => {
    const context = await browser.newContext()
    await refuseStorage(context)
    if (reader !== 'visitor') await signInProfile(context, `${reader}@sunrise.test`)
    for (const [path, answer] of Object.entries(operatorAnswers))
      await context.route(`**${path}`, (route) => route.fulfill({ json: answer }))
    const page = await context.newPage()
    const find = reader === 'visitor' ? undefined : await finderFor(request, reader)
    for (const each of everyPage().filter((one) => one.reader === reader))
      await test.step(each.name, async () => {
        await page.goto(await addressOf(each, find))
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

test('a device whose clock is hours off shows the same as one whose clock is right', async ({ browser }) => {
  for (const [email, path] of [
    ['admin@sunrise.test', '/clinic'],
    ['admin@sunrise.test', '/appointments'],
    ['admin@sunrise.test', '/members'],
    ['patient@sunrise.test', '/home'],
    ['patient@sunrise.test', '/appointments'],
  ] as const)
    await test.step(`${email} ${path}`, async () => {
      const right = await openWith(browser, email, path)
      for (const hoursOff of [-3, 3, 24 * 400]) {
        const page = await openWith(browser, email, path, hoursOff)
        const refreshes: string[] = []
        page.on('request', (request) => {
          if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url())
        })
        await expect(async () => expect(await wordsOf(page)).toBe(await wordsOf(right))).toPass({
          timeout: 15_000,
        })
        expect(refreshes, 'refreshed sessions').toEqual([])
        await page.context().close()
      }
      await right.context().close()
    })
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
