import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { clinicOrigin, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

// spec: A3 The sidebar has a compact mode and a settings panel
// spec: A4 Below 768 px the sidebar is a sheet
// spec: A9 The breakpoint of the sidebar is 768 px
test('the sidebar stays compact if chosen, and the settings panel shows the current state', async ({
  browser,
}) => {
  const page = await openAs(browser, 'staff@sunrise.test', '/clinic', {
    viewport: { width: 1280, height: 800 },
  })
  const sidebar = page.getByRole('complementary')
  const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0)
  await expect.poll(width).toBe(248)

  await page.getByRole('button', { name: 'Display settings' }).click()
  const panel = page.getByRole('dialog', { name: 'Display' })
  await panel.getByLabel('Compact sidebar: icons only').check()
  await expect.poll(width).toBe(76)
  await panel.getByLabel('Dark', { exact: true }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  // by accessible name, though only icons are visible; also after a reload
  await page.reload()
  await expect(sidebar.getByRole('link', { name: 'Members', exact: true })).toBeVisible()
  await expect.poll(width).toBe(76)
  await page.setViewportSize({ width: 768, height: 800 })
  await expect.poll(width).toBe(76)
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  await page.setViewportSize({ width: 767, height: 800 })
  await expect(sidebar).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Display settings' }).press('Enter')
  await panel.getByLabel('Compact sidebar: icons only').uncheck()
  await expect.poll(width).toBe(248)
  await page.context().close()
})

test('a menu pressed before its code has loaded opens afterwards, and returns the focus to its button', async ({
  browser,
}) => {
  const page = await openAs(browser, 'staff@sunrise.test', null, { viewport: { width: 1280, height: 800 } })
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/assets/*.js', async (route) => {
    const { pathname } = new URL(route.request().url())
    const response = await page.request.get(`${serverAddress}${pathname}`)
    if ((await response.text()).includes('menuitemradio')) await released
    await route.fulfill({ response })
  })
  await page.goto(`${clinicOrigin('sunrise')}/clinic`)
  const button = page.getByRole('complementary').getByRole('button', { name: /^Your menu/ })
  await button.press('Enter')
  await expect(button).toBeFocused()
  await expect(page.getByRole('menu')).toHaveCount(0)

  release()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.context().close()
})
