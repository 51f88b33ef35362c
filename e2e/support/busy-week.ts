import { expect, type Page } from '@playwright/test'
import { clinicOrigin, expectLoaded } from './product.ts'

/** Elena Ruiz is busy five times next week, in the calendar of a desk: on phones a week has no columns. */
export async function expectBusyNextWeek(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`${clinicOrigin('sunrise')}/appointments?tab=calendar&view=week`)
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Next week' }).click()
  // without the times of the week before
  await page.reload()
  await expect(page.getByText('Elena Ruiz: busy (own calendar)')).toHaveCount(5)
}
