import type { Page } from '@playwright/test'
import { everyRead } from '../support/failing-reads.ts'
import { openAs } from '../support/people.ts'
import { clinicOrigin, expectLoaded, mainOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const sunrise = clinicOrigin('sunrise')
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

for (const viewport of [phone, desktop]) {
  test(`the patient’s home does not jump while it loads, at ${viewport.width} px`, async ({ browser }) => {
    const page = await openAs(browser, 'patient@sunrise.test', null, { viewport })
    // slow enough that every placeholder is seen
    await page.route(everyRead, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.continue()
    })
    await page.addInitScript(recordShifts)
    await page.goto(`${sunrise}/home`)
    await expect(page.getByText('Included in your plan')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your Clinic Connections' })).toBeVisible()
    await expectLoaded(page)
    expect(await page.evaluate('window.shiftScore')).toBeLessThan(0.02)
    await expect(page.getByRole('link', { name: 'Go to Sunrise' })).toHaveAttribute('href', /\/dashboard/)
    await page.context().close()
  })
}

/** Adds up layout shifts without input, as the Cumulative Layout Shift does. */
function recordShifts(): void {
  const score = globalThis as unknown as { shiftScore: number }
  score.shiftScore = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
      if (!entry.hadRecentInput) score.shiftScore += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

test('tab labels start where the heading starts', async ({ browser }) => {
  const page = await openAs(browser, 'patient@sunrise.test', null, { viewport: phone })
  for (const path of ['/pay', '/profile']) {
    await page.goto(`${sunrise}${path}`)
    const heading = await leftOf(page, 'h1')
    expect(await leftOf(page, '[role="tab"] >> nth=0')).toBeCloseTo(heading, 0)
  }
  await page.context().close()
})

/** Of the text, without a tab's padding for the focus ring. */
async function leftOf(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .evaluate(
      (part) => part.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(part).paddingLeft),
    )
}

test('on phones a row takes two lines, and a third for several actions', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', null, { viewport: phone })
  for (const path of ['/members', '/clinic/plans', '/clinic/money?tab=payments']) {
    await page.goto(`${sunrise}${path}`)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    await expectLoaded(page)
    if (path === '/clinic/money?tab=payments')
      await expect(page.getByRole('button', { name: /^Actions for / }).first()).toBeVisible()
    const higher = await page.locator('table.table tbody tr').evaluateAll((rows) =>
      rows
        .filter((row) => {
          // an address that does not fit wraps: it may be the only name
          if (/@|Invited/.test(row.textContent)) return false
          const actions = row.querySelectorAll('[data-phone="below"] button').length
          return row.getBoundingClientRect().height > (actions > 1 ? 110 : 74)
        })
        .map((row) => row.textContent),
    )
    expect(higher, `rows of ${path}`).toEqual([])
  }
  await page.context().close()
})

test('on phones the newest message and the field are in view, without scrolling the page', async ({
  browser,
}) => {
  const page = await openAs(browser, 'patient@sunrise.test', '/home/messages', { viewport: phone })
  const log = page.getByRole('log')
  await expect(log.getByRole('listitem').last()).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Write to Sunrise Family Clinic')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Send message' })).toBeInViewport({ ratio: 1 })
  const scroll = () => page.evaluate('document.documentElement.scrollHeight - innerHeight')
  expect(await scroll()).toBe(0)
  // the keyboard of a phone shrinks what is visible, and nothing else
  await page.evaluate(`
    Object.defineProperty(visualViewport, 'height', { value: 480, configurable: true })
    visualViewport.dispatchEvent(new Event('resize'))`)
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  const send = await page.getByRole('button', { name: 'Send message' }).boundingBox()
  expect(send && send.y + send.height).toBeLessThan(480)
  await page.evaluate(`
    delete visualViewport.height
    visualViewport.dispatchEvent(new Event('resize'))`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().close()
})

test('on phones the open tab is in view, and Back returns to the tab before', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/clinic/money?tab=setup', { viewport: phone })
  const open = page.getByRole('tab', { selected: true })
  await expect(open).toHaveText('Set-up')
  await expect(open).toBeInViewport({ ratio: 1 })
  await page.getByRole('tab', { name: 'Payouts' }).click()
  await page.getByRole('tab', { name: 'Reports' }).click()
  await expect(open).toHaveText('Reports')
  await page.goBack()
  await expect(open).toHaveText('Payouts')
  await expect(open).toBeInViewport({ ratio: 1 })
  await page.context().close()
})

test('a settings page has one column and one save bar, which a change enables', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', null, { viewport: desktop })
  for (const path of [
    '/settings/profile',
    '/settings/password',
    '/settings/clinic',
    '/settings/hours',
    '/settings/website',
    '/settings/messages',
    '/settings/minors',
    '/settings/security',
    '/settings/notifications',
  ]) {
    await page.goto(`${sunrise}${path}`)
    await expectLoaded(page)
    await expect(page.locator('.card').first()).toBeVisible()
    const widths = await page
      .locator('main .card')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().width)))
    expect(new Set(widths).size, `widths on ${path}`).toBe(1)
  }
  await page.goto(`${sunrise}/settings/clinic`)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeInViewport()
  await expect(save).toBeDisabled()
  await page.getByLabel('Tagline').fill('Care for a year')
  await expect(save).toBeEnabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(save).toBeDisabled()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const last = await page.locator('main .card').last().boundingBox()
  const bar = await page.locator('.save-bar').boundingBox()
  expect(bar?.width).toBeCloseTo(last?.width ?? 0, 0)
  expect(bar?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0))
  await page.context().close()
})

test('the hub address: no message before typing, and an error state like its siblings', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto(`${mainOrigin}/sign-up`)
  const address = page.getByLabel('Clinic Hub Address')
  await address.focus()
  await address.blur()
  await expect(page.getByText(/at least 3 characters/)).toHaveCount(0)
  await address.fill('ab')
  await address.blur()
  await expect(page.getByText(/Subdomain must be at least 3 characters/)).toBeVisible()
  const name = page.getByLabel('Clinic Name')
  await name.fill('ab')
  await name.blur()
  await address.fill('ab')
  await address.blur()
  await expect(page.getByText(/Clinic name must be at least 3 characters/)).toBeVisible()
  // the color of a border changes gradually
  await expect(async () => {
    const borders = await Promise.all(
      [name, address].map((field) =>
        field.evaluate((element) => {
          const box = element.closest('.control') as HTMLElement
          const { borderColor, height } = getComputedStyle(box)
          return { borderColor, height: Math.round(Number.parseFloat(height)) }
        }),
      ),
    )
    expect(borders[1]).toEqual(borders[0])
  }).toPass({ timeout: 5_000 })
})

// spec: B2.9 The dashboard shows counts, revenue, new members and next renewals
test('the dashboard: counts in one row, twelve months of revenue, new patients and next renewals', async ({
  browser,
}) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/clinic', { viewport: desktop })
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures.getByRole('link')).toHaveCount(4)
  expect((await figures.boundingBox())?.height).toBeLessThan(110)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'Revenue' }).getByRole('row')).toHaveCount(13)
  await expect(page.getByRole('region', { name: 'Recent Patients' }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Next renewals' }).getByRole('listitem')).toHaveCount(5)
  // every closed month's commission was charged to the clinic's card
  await expect(page.getByText(/commission for/)).toHaveCount(0)
  await page.context().close()
})

test('the dashboard: a pending invitation can be sent again', async ({ browser }) => {
  const harbor = clinicOrigin('harbor')
  const email = `waiting-${Date.now().toString(36)}@example.test`
  const page = await openAs(browser, 'admin@harbor.test', '/members?invite=patient', { viewport: phone })
  await page.getByLabel('Email').fill(email)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Send|Invite)/ })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`${harbor}/clinic?tab=overview`)
  const waiting = page.getByRole('region', { name: 'Open invitations' })
  await expect(waiting.getByText(email)).toBeVisible()
  await waiting.getByRole('button', { name: `Resend the invitation for ${email}` }).click()
  await expect(page.getByText(new RegExp(`sent invitation to ${email}`, 'i'))).toBeVisible()
  await page.context().close()
})

test('the clinic’s mark and color are shown before any data is read', async ({ browser }) => {
  const page = await openAs(browser, 'patient@sunrise.test', null, { viewport: phone })
  await page.route(everyRead, () => {})
  await page.goto(`${sunrise}/home`, { waitUntil: 'commit' })
  await expect(page.locator('svg', { hasText: 'SF' })).toBeVisible()
  expect(await page.evaluate('document.documentElement.dataset.clinicColor')).toBe('evergreen')
  await page.context().close()
})

test('times are in the clinic’s time zone in its area, and in the reader’s elsewhere', async ({
  browser,
}) => {
  const inBerlin = { viewport: desktop, timezoneId: 'Europe/Berlin' }
  // the current session has no time
  for (const email of ['admin@sunrise.test', 'patient@sunrise.test'])
    await (await openAs(browser, email, null)).context().close()
  const desk = await openAs(browser, 'admin@sunrise.test', '/clinic', inBerlin)
  await expect(desk.getByText(/, as of \d+:\d\d [AP]M E[SD]T$/)).toBeVisible()
  await desk.goto(`${sunrise}/settings/password`)
  await expect(desk.getByText(/Last used .*[AP]M E[SD]T$/).first()).toBeVisible()
  await desk.context().close()

  const home = await openAs(browser, 'patient@sunrise.test', '/profile?tab=security', inBerlin)
  // named beside the clinic's times
  await expect(home.getByText(/Last used .*[AP]M GMT[+-]\d$/).first()).toBeVisible()
  await home.context().close()
})
