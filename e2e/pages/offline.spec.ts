import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { signInProfile } from '../support/people.ts'
import { clinicOrigin, expectLoaded } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* Offline: the app stays, one bar says so, and requests continue afterwards. A deploy causes one reload. */
const hub = clinicOrigin('sunrise')
const bar = (page: Page) => page.getByText('You are offline. Nothing is lost.')

async function openClinic(page: Page): Promise<void> {
  await signInProfile(page.context(), 'admin@sunrise.test')
  await page.goto(`${hub}/clinic`)
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
  await expectLoaded(page)
}

test('a link pressed offline leaves the shell in place and opens its page once online', async ({
  page,
  context,
}) => {
  await openClinic(page)
  await context.setOffline(true)
  await expect(bar(page)).toBeVisible()
  await page.getByRole('link', { name: 'Plans' }).first().click()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Members' }).first()).toBeVisible()
  await expect(page.getByText('This page stopped working')).toBeHidden()
  await context.setOffline(false)
  await expect(page).toHaveURL(`${hub}/clinic/plans`)
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible()
  await expect(bar(page)).toBeHidden()
})

test('a save made offline is sent once when the connection returns', async ({ page, context }) => {
  await openClinic(page)
  await page.goto(`${hub}/settings/clinic`)
  const words = `Saved later ${Date.now().toString(36)}`
  await page.getByLabel('Tagline').fill(words)
  let saves = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/update-clinic-profile')) saves += 1
  })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  expect(saves).toBe(0)
  await context.setOffline(false)
  await expect(page.getByText(/^Saved /)).toBeVisible()
  expect(saves).toBe(1)
  await page.reload()
  await expect(page.getByLabel('Tagline')).toHaveValue(words)
})

test('a link to another page of the site waits too, and signing out forgets the session at once', async ({
  page,
  context,
}) => {
  await openClinic(page)
  const menu = page.getByRole('button', { name: /^Your menu/ }).first()
  // the menu's code is loaded with the first press, or once the page is idle
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toHaveCount(0)
  await context.setOffline(true)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect
    .poll(async () => (await context.cookies()).filter(({ name }) => name.startsWith('carefold-session')))
    .toEqual([])
  await expect(bar(page)).toBeVisible()
  await context.setOffline(false)
  await page.waitForURL(/\/login$/)
})

test('a deploy that removed old chunks causes one reload, and no loop', async ({ page }) => {
  await openClinic(page)
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1
  })
  // the new build has other names, and the old files are gone
  await page.route(`${hub}/`, (route) =>
    route.fulfill({ body: '<script type="module" src="/assets/new.js">' }),
  )
  await page.route(/\/assets\/plans-.*\.js/, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.getByRole('link', { name: 'Plans' }).first().click()
  await expect(page).toHaveURL(`${hub}/clinic/plans`)
  await expect(page.getByText('This page stopped working')).toBeVisible()
  expect(loads).toBe(1)
  await page.getByRole('link', { name: 'Members' }).first().click()
  await expect(page).toHaveURL(`${hub}/members`)

  // the new build is complete: opening the page again finds it
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Plans' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible()
})
