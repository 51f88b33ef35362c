import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Passing nodes are only counted. */
const everyRule: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

/** The rules about colors: only these depend on the theme. */
const colorRules: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
}

export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(page, everyRule)
}

/** Fails on insufficient contrast: all that depends on the theme. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNoViolation(page, colorRules)
}

/** As `expectAccessible`, in both themes, for pages about colors. Leaves the light theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadable(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
}

async function expectNoViolation(page: Page, options: RunOptions): Promise<void> {
  // once per document: parsing half a megabyte takes longer than most checks
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  let serious = await violations(page, options)
  // a toast that was fading in has no stable color: a real problem is found twice
  if (serious.length > 0) serious = await violations(page, options)
  expect(serious, `axe on ${page.url()}`).toEqual([])
}

function violations(page: Page, options: RunOptions): Promise<string[]> {
  return page.evaluate(async (runOptions) => {
    // colors in transition cannot be measured; an animation within a closed part never ends
    const isSeen = (effect: AnimationEffect | null) =>
      !(effect instanceof KeyframeEffect) || effect.target?.checkVisibility() !== false
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity && isSeen(effect))
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(runOptions)
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }, options)
}
