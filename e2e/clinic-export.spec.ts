import { expectAccessible } from './support/accessibility.ts'
import { openAs } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('an admin downloads everything the clinic keeps, after a question', async ({ browser }) => {
  const page = await openAs(browser, 'admin@harbor.test', '/settings/data')
  await page.getByRole('button', { name: 'Download archive' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('The archive is not encrypted')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Download archive' }).click()
  expect((await download).suggestedFilename()).toMatch(/^carefold-harbor-[\d-]+\.zip$/)
  await expect(page.getByText('Archive downloaded')).toBeVisible()

  // beside it, the way to close, with what it means
  await expect(page.getByRole('region', { name: 'Close the clinic' })).toContainText(
    'Members are mailed at once',
  )
  await expectAccessible(page)
  await page.context().close()
})
