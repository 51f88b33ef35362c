import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Nodes that pass are only counted. */
const everyRule: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

/** The rules that read colors: nothing else changes with the theme. */
const colorRules: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
}

/** Fails when axe finds serious or critical problems on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(page, everyRule)
}

/** The same in the light theme, and for the dark one what depends on colors. Leaves the page in the light theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolation(page, colorRules)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolation(page, everyRule)
}

/** The same on a phone and at a desk, on pages that no other journey opens at both. Leaves the page as wide as it was. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessibleInBothThemes(page)
  }
  if (before) await page.setViewportSize(before)
}

async function expectNoViolation(page: Page, options: RunOptions): Promise<void> {
  // once a document: half a megabyte of source takes longer to parse than most pages to check
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  let serious = await violations(page, options)
  // a toast that began to fade in while axe was reading has no color yet: what is wrong is so twice
  if (serious.length > 0) serious = await violations(page, options)
  expect(serious, `axe on ${page.url()}`).toEqual([])
}

function violations(page: Page, options: RunOptions): Promise<string[]> {
  return page.evaluate(async (runOptions) => {
    // colors on their way from one to another are nobody's
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(runOptions)
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }, options)
}
