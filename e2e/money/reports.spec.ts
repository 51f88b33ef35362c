import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Presses what downloads a file. */
async function downloaded(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

const phone = { width: 390, height: 844 }

test('the bookkeeper’s month: sums, exports and statements agree', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/clinic/money', { viewport: phone })
  await page.getByRole('tab', { name: 'Reports' }).click()
  await page.getByLabel('Period', { exact: true }).selectOption('Last month')
  await expect(page).toHaveURL(/tab=reports&period=last_month/)
  // the choice is in the address
  await page.reload()
  const sums = page.getByRole('table', { name: 'Money in this period' })
  const shown = await sums.getByRole('row', { name: /^Payment \d+/ }).textContent()
  const paid = Number(/\$([\d,.]+)$/.exec(shown ?? '')?.[1]?.replaceAll(',', ''))
  expect(paid).toBeGreaterThan(0)

  const exported = (format: string) =>
    downloaded(page, async () => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: format }).click()
    })
  const csv = await exported('CSV file')
  expect(csv.name).toMatch(/^money-sunrise-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/)
  const [head = [], ...rows] = csv.content
    .toString()
    .split('\r\n')
    .map((line) => line.split(','))
  const amounts = rows.filter((row) => row[1] === 'Payment').map((row) => Number(row[head.indexOf('Amount')]))
  expect(Math.round(amounts.reduce((sum, each) => sum + each, 0) * 100)).toBe(Math.round(paid * 100))
  const workbook = await exported('Excel workbook')
  expect(Object.keys(unzipSync(new Uint8Array(workbook.content)))).toContain('xl/worksheets/sheet2.xml')

  await page.getByRole('button', { name: 'Account names' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account names' })
  const stripe = dialog.getByLabel('Stripe balance')
  await stripe.fill('Stripe at the bank')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save names' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await exported('Journal for Xero')).content.toString()).toContain(',Stripe at the bank,Tax Exempt,')

  await page.getByLabel('Period', { exact: true }).selectOption('Choose days')
  await page.getByLabel('Until', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('Choose a last day on or after the first, within five years.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled()
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No money moved in this period.')).toBeVisible()

  // Grace paid two months before the demo began; other journeys may have moved the server's clock into the next year
  const paidIn = new Date(Date.now() - 65 * 86_400_000).getUTCFullYear()
  await page.getByLabel('Year', { exact: true }).selectOption(String(paidIn))
  const years = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download statements' }).click(),
  )
  expect(years.name).toMatch(/^payments-sunrise-\d{4}\.zip$/)
  const files = Object.keys(unzipSync(new Uint8Array(years.content)))
  expect(files.some((name) => /^Grace Whitfield \d{4}\.pdf$/.test(name))).toBe(true)
  await page.context().close()
})
