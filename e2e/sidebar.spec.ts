import { expectAccessible } from './support/accessibility.ts'
import { openAs } from './support/people.ts'
import { expect, test } from './support/test.ts'

// spec: A3 The sidebar has a compact mode and a settings panel
// spec: A4 Below 768 px the sidebar is a sheet
// spec: A9 The breakpoint of the sidebar is 768 px
test('the sidebar is compact where that was chosen, and the settings panel shows what is', async ({
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

  // by name, though only icons are seen; also after a reload
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
