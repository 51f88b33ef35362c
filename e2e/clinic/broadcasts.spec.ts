import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('a message to many is previewed with real names, tested, sent once and counted', async ({ browser }) => {
  const words = 'We are closed on Friday the 13th.'
  const page = await openAs(browser, 'staff@sunrise.test', '/messages', {
    viewport: { width: 390, height: 900 },
  })
  await page.getByRole('link', { name: 'Send to many' }).click()
  await expect(page.getByRole('heading', { name: 'Send to many', level: 1 })).toBeVisible()
  await page.getByLabel('Send by').selectOption({ label: 'Email' })
  await page.getByLabel('Subject').fill('About your diabetes')
  await page.getByRole('textbox', { name: 'Message' }).fill(`Hello {name},\n\n${words}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('“diabetes” may reveal something about health').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Subject').fill('Closed on Friday')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: /^To \d+ patients?$/ })).toBeVisible()
  await expect(page.getByText(/^For /).first()).toBeVisible()
  await expect(page.getByText(words).first()).toBeVisible()
  await expect(page.getByText('{name}')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Messages', exact: true }).click()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await page.getByRole('button', { name: 'Send a test to myself' }).click()
  await expect(page.getByText('on its way to staff@sunrise.test').first()).toBeVisible()
  await page.getByRole('button', { name: /^Send to \d+ patients?$/ }).dblclick()
  const list = page.getByRole('region', { name: 'Sent before' })
  const row = list.getByRole('listitem').filter({ hasText: 'Closed on Friday' }).first()
  await expect(row).toContainText(/\d+ (sent|waiting)/)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Messages', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Send to many' })).toBeVisible()
  await page.context().close()
})
