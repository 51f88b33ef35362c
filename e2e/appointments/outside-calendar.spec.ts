import { expectAccessible } from '../support/accessibility.ts'
import { expectBusyNextWeek } from '../support/busy-week.ts'
import { openAs } from '../support/people.ts'
import { clinicOrigin, mainOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const hub = clinicOrigin('sunrise')
const phone = { width: 390, height: 844 }

test('a provider connects a calendar, and its busy times are shown', async ({ browser }) => {
  const page = await openAs(browser, 'staff@sunrise.test', '/settings/notifications', { viewport: phone })
  const address = page.getByLabel('Private address of your calendar (ICS)')
  await address.fill('my calendar')
  await page.getByRole('button', { name: 'Add calendar' }).click()
  await expect(page.getByText('This is not a web address.', { exact: false })).toBeVisible()
  await address.fill(`${mainOrigin}/nowhere.ics`)
  await page.getByRole('button', { name: 'Add calendar' }).click()
  await expect(page.getByText('There is no calendar at this address.', { exact: false })).toBeVisible()
  await expect(address).toHaveValue(`${mainOrigin}/nowhere.ics`)
  await address.fill(`${mainOrigin}/sandbox/calendar.ics`)
  await page.getByRole('button', { name: 'Add calendar' }).click()
  await expect(page.getByText('Your calendar is connected')).toBeVisible()
  await expect(page.getByText('carefold.localhost', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Read .*\.$/)).toBeVisible()
  // no control half below the sticky header
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Read now' }).click()
  await expect(page.getByText('Your calendar was read')).toBeVisible()
  await expectBusyNextWeek(page)
  await page.goto(`${hub}/settings/notifications`)
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Remove the calendar of carefold.localhost' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The calendar was removed')).toBeVisible()
  await expect(page.getByText('carefold.localhost', { exact: true })).toHaveCount(0)
  await page.context().close()
})
