import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/accessibility.ts'
import { openHub, takeTwoSteps } from '../support/people.ts'
import { clinicOrigin, mainOrigin, payWithCard, testCards } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const run = Date.now().toString(36)
const subdomain = `own-brand-${run}`
const hub = clinicOrigin(subdomain)

const lightOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--clinic-light').trim())

// spec: B9 An Enterprise clinic shows its own color and no Carefold mark
test('an Enterprise clinic shows its own color, and nothing of Carefold’s', async ({ page, browser }) => {
  const founder = { name: 'Ines Moreau', email: `ines@${run}.test`, password: 'quiet-river-41' }
  await openHub(page.context(), founder, { name: `Own Brand ${run}`, subdomain })

  await test.step('other tiers read which tier includes it', async () => {
    await page.goto(`${hub}/settings/website`)
    await expect(page.getByText('With the Enterprise plan, your pages can have any color')).toBeVisible()
  })

  await test.step('with the tier, a color that is too light is darkened for readability', async () => {
    await takeTwoSteps(page.context(), founder.email, founder.password)
    await page.goto(`${mainOrigin}/pricing`)
    await page.getByRole('button', { name: 'Subscribe' }).nth(2).click()
    await page.waitForURL(/\/sandbox\/stripe\//)
    await payWithCard(page, testCards.succeeds, founder.name)
    await page.waitForURL((url) => !url.pathname.startsWith('/sandbox'))
    await expect(async () => {
      await page.goto(`${hub}/settings/website`)
      await expect(page.getByLabel('Use our own color')).toBeVisible({ timeout: 4_000 })
    }).toPass()
    await page.getByLabel(/^Hide Carefold branding/).check()
    await page.getByLabel('Use our own color').check()
    await page.getByLabel('Color', { exact: true }).fill('#ffdd00')
    await expect(page.getByText('it is shown slightly darker in light mode')).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(/^Saved /)).toBeVisible()
    await expect.poll(() => lightOf(page)).not.toBe('#1b5e4f')
    await expectAccessibleInBothThemes(page)
  })

  await test.step('visitors see only the clinic’s brand', async () => {
    const visitor = await (await browser.newContext()).newPage()
    // the server caches the clinic for some seconds
    const isUnmarked = async (path: string) => {
      await visitor.goto(`${hub}${path}`)
      return (await visitor.locator('link[rel=manifest]').count()) === 0
    }
    for (const path of ['/', '/login']) await expect.poll(() => isUnmarked(path)).toBe(true)
    for (const path of ['/', '/login', '/join', '/sign-up-nowhere']) {
      await visitor.goto(`${hub}${path}`)
      await expect(visitor.getByText(`Own Brand ${run}`).first()).toBeVisible()
      expect(await visitor.evaluate(() => document.body.innerText), path).not.toMatch(
        /carefold(?!\.localhost)/i,
      )
      expect(await visitor.title(), path).not.toContain('Carefold')
      expect(await visitor.locator('link[rel=manifest], link[href*=favicon]').count(), path).toBe(0)
      expect(await lightOf(visitor), path).toMatch(/^#[5-9A]/)
    }
    await visitor.goto(hub)
    await expectAccessibleInBothThemes(visitor)
    // Carefold's own pages are not shown under the clinic's brand
    await visitor.goto(`${hub}/about-us`)
    await expect(visitor).toHaveURL(`${mainOrigin}/about-us`)
    await visitor.context().close()
  })
})
