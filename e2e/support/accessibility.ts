import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails when axe finds serious or critical problems on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // nodes that pass are only counted, and no second page collects the results of frames: two thirds of the cost otherwise
    .options({ runOnly: tags, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(serious, `axe on ${page.url()}`).toEqual([])
}
