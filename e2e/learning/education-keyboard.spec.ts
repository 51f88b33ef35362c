import type { Page } from '@playwright/test'
import { tabTo, typeInto } from '../support/keys.ts'
import { openAs } from '../support/people.ts'
import { expectLoaded } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* Teaching and learning by keyboard alone: removing the focused element does not lose the focus. */
const desktop = { viewport: { width: 1280, height: 900 } }

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return ''
    const { labels } = element as HTMLInputElement
    return (
      element.getAttribute('aria-label') ??
      labels?.[0]?.textContent ??
      element.textContent?.trim() ??
      element.tagName
    )
  })

const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

async function choose(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  await item.waitFor()
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('ArrowDown')
    if (await item.evaluate((element) => element === document.activeElement)) break
  }
  await page.keyboard.press('Enter')
}

test('content is created, written and deleted without a mouse', async ({ browser }) => {
  const title = `Kneeling ${Date.now().toString(36)}`
  const page = await openAs(browser, 'staff@sunrise.test', '/content', desktop)
  await expectLoaded(page)
  await tabTo(page, /^Create Content$/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('Create Content')

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Title').fill(title)
  await page.getByRole('dialog').getByLabel('Content Type').selectOption('presentation')
  await page
    .getByRole('dialog')
    .getByLabel('Category', { exact: true })
    .selectOption({ label: 'Another category...' })
  await tabTo(page, /^Cancel$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatch(/^Category/)
  await page.getByRole('dialog').getByLabel('Category', { exact: true }).selectOption('Wellness')
  await tabTo(page, /^Create Draft$/)
  await page.keyboard.press('Enter')

  await page.getByText('No slides yet').waitFor()
  await tabTo(page, /^Add slide$/)
  await press(page, 'Enter', 'Enter')
  await tabTo(page, /^Move earlier$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Move later')
  await tabTo(page, /^Remove slide$/)
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { name: 'Slide 1 of 1' })).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByText('No slides yet')).toBeVisible()
  await expect.poll(() => focused(page)).not.toBe('')
  await tabTo(page, /^Add question$/)
  await press(page, 'Enter')
  await tabTo(page, /^Remove question$/)
  await press(page, 'Enter')
  await expect.poll(() => focused(page)).toBe('Add question')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()

  await page.goto(new URL('/content', page.url()).href)
  await expectLoaded(page)
  await page.getByLabel('Search content').fill('e')
  const menus = page.getByRole('table', { name: 'Content' }).getByRole('button', { name: /^Actions for/ })
  await expect(menus.first()).toHaveAccessibleName(`Actions for ${title}`)
  await menus.first().focus()
  await page.keyboard.press('Enter')
  await choose(page, 'Delete')
  // the dialog handles keys once it has the focus
  await expect.poll(() => focused(page)).toBe('Keep it')
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe(`Actions for ${title}`)
  await page.keyboard.press('Enter')
  await choose(page, 'Delete')
  await tabTo(page, /^Delete$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('table')?.getAttribute('aria-label')))
    .toBe('Content')

  const next = page
    .getByRole('navigation', { name: 'Pages of the list' })
    .getByRole('button', { name: 'Next' })
  await page.getByLabel('Search content').fill('')
  if (await next.isEnabled()) {
    await next.focus()
    for (let pages = 0; pages < 30 && (await next.isEnabled()); pages++) await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Previous')
  }
})

// spec: B2.13 New Health Program opens a form with sessions
test('a program’s sessions are added, moved and removed without a mouse', async ({ browser }) => {
  const page = await openAs(browser, 'staff@sunrise.test', '/content?tab=programs', desktop)
  await expectLoaded(page)
  await page.getByRole('tab', { name: 'Health Programs' }).focus()
  await tabTo(page, /^New Health Program$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/content\/programs\/new/)
  await typeInto(page, /^Title/, 'Better backs')
  await tabTo(page, /^Add session/)
  await page.keyboard.press('Enter')
  const remove = page.getByRole('button', { name: /^Remove session/ })
  await expect(remove).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Sessions' }).getByLabel('Title').last()).toBeFocused()
  await page.getByRole('button', { name: 'Move session 2 up' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toMatch(/session/i)
  await remove.last().focus()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(1)
  await expect.poll(() => focused(page)).not.toBe('')
})

test('a lesson is read, completed and rated without a mouse', async ({ browser }) => {
  const page = await openAs(browser, 'patient@sunrise.test', '/learn', desktop)
  await expectLoaded(page)
  await tabTo(page, /^Read Article/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/learn\/[0-9a-f-]{36}/)
  await expect(page.getByRole('button', { name: /^Save(d)? for later$/ })).toBeVisible()
  const done = page.getByRole('button', { name: 'I have read this' })
  if (await done.isVisible()) {
    await press(page, 'End')
    await done.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Completed/)).toBeVisible()
    await expect.poll(() => focused(page)).not.toBe('')
  }
})
