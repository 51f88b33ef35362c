import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expectBusyNextWeek } from '../support/busy-week.ts'
import { openAs } from '../support/people.ts'
import { advanceClock, clinicOrigin, mainOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const hub = clinicOrigin('sunrise')
const settings = '/settings/notifications'
const phone = { width: 390, height: 844 }

async function expectQuestion(page: Page) {
  await expect(page.getByRole('heading', { name: 'Carefold asks to see when you are busy' })).toBeVisible()
}

async function decide(page: Page, button: 'Allow' | 'Cancel') {
  await expectQuestion(page)
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(`${hub}${settings}`)
}

async function disconnect(page: Page, service: string) {
  await page.getByRole('button', { name: `Disconnect ${service}` }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('The calendar was disconnected')).toBeVisible()
  await expect(page.getByRole('button', { name: `Connect ${service}`, exact: true })).toBeVisible()
}

test('a provider connects services, whose busy times block', async ({ browser, request }) => {
  const page = await openAs(browser, 'staff@sunrise.test', settings, { viewport: phone })
  await page.getByRole('button', { name: 'Connect Google Calendar' }).click()
  await expectQuestion(page)
  await expectAccessible(page)
  await decide(page, 'Cancel')
  await expect(page.getByText('You did not allow it', { exact: false })).toBeVisible()

  await page.getByRole('button', { name: 'Connect Google Calendar' }).click()
  await decide(page, 'Allow')
  await expect(page.getByText('Your calendar is connected')).toBeVisible()
  await expect(page.getByText('Google Calendar', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Read .*\.$/)).toBeVisible()
  expect(page.url()).toBe(`${hub}${settings}`)
  await expectAccessible(page)

  await expectBusyNextWeek(page)
  await page.setViewportSize(phone)

  // the consent is withdrawn at Google
  await page.goto(`${mainOrigin}/sandbox/calendars/google/account`)
  await page.getByRole('button', { name: 'Remove access' }).click()
  await expect(page.getByText('Carefold has no access any more.')).toBeVisible()
  // the next read is due, and runs before the answer
  await advanceClock(request, 'PT6M')
  await page.goto(`${hub}${settings}`)
  await expect(page.getByText(/no longer allows Carefold.* still apply\.$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Connect again: Google Calendar' }).click()
  await decide(page, 'Allow')
  await expect(page.getByText(/^Read .*\.$/)).toBeVisible()
  await disconnect(page, 'Google Calendar')

  await page.getByRole('button', { name: 'Connect Microsoft 365' }).click()
  await decide(page, 'Allow')
  await expect(page.getByText('Microsoft 365', { exact: true })).toBeVisible()
  await disconnect(page, 'Microsoft 365')
  await page.context().close()
})
