import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const phone = { width: 390, height: 844 }

test('an admin finds the payments and fees of a payout, and saves them', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/clinic/money', { viewport: phone })
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures).toContainText(/Net revenue less \$[\d,.]+/)
  await figures.getByRole('link', { name: /^Next payout/ }).click()
  const list = page.getByRole('table', { name: 'Payouts' })
  await expect(page.getByRole('tab', { name: 'Payouts' })).toHaveAttribute('aria-selected', 'true')
  const row = list.getByRole('row').filter({ hasText: 'Paid' }).first()
  const amount = (await row.getByText(/^-?\$[\d,]+\.\d\d$/).textContent()) ?? ''
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: /^Payout of / })).toBeVisible()
  const lines = page.getByRole('table', { name: 'Contents' })
  await expect(lines.getByText('Payment', { exact: true }).first()).toBeVisible()
  await expect(lines.getByRole('row').last()).toContainText(amount)
  await expect(page.getByRole('table', { name: 'Summary' })).toContainText('Stripe fees')
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n').slice(1)
  const nets = rows.map((line) => Math.round(Number(line.split(',').at(-2)) * 100))
  const total = nets.pop()
  expect(nets.reduce((sum, cents) => sum + cents, 0)).toBe(total)
  await page.getByRole('link', { name: 'Back to payouts' }).click()
  await expect(list).toBeVisible()
  await page.context().close()
})
