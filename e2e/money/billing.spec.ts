import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { recompute } from '#testing/money/statement-csv.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { whileAnswering } from '../support/failing-reads.ts'
import { openedPdf } from '../support/opened-pdf.ts'
import { openAs } from '../support/people.ts'
import { clinicOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const hub = clinicOrigin('harbor')
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

// spec: B2.8 Billing shows card, estimate and invoices with PDFs and an archive
test('billing shows the card, the month’s cost, and every invoice with its PDF and in one archive', async ({
  browser,
}) => {
  const page = await openAs(browser, 'admin@harbor.test', '/settings/billing', { viewport: desktop })
  await expect(page.getByText('Visa ending in 4242')).toBeVisible()
  await expect(page.getByText('Current cycle estimate')).toBeVisible()
  await page.getByRole('tab', { name: 'Invoices' }).click()
  const history = page.getByRole('table', { name: 'Billing History' })
  await expect(history.getByText(/^Commission, /).first()).toBeVisible()
  await expect(history.getByText('Monthly plan').first()).toBeVisible()
  const button = history.getByRole('button', { name: /^Open invoice .* as a PDF$/ }).first()
  expect((await openedPdf(page, button)).subarray(0, 5).toString()).toBe('%PDF-')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download All Invoices' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('carefold-invoices-harbor.zip')
  await page.goto(`${hub}/settings/plan`)
  await expect(page.getByRole('heading', { name: 'Starter' })).toBeVisible()
  await page.context().close()
})

test('a tier is changed after its price was shown, on a phone', async ({ browser }) => {
  const page = await openAs(browser, 'admin@harbor.test', '/settings/plan', { viewport: phone })
  await page.getByRole('button', { name: 'Change to Professional' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Change to Professional?' })
  await expect(dialog).toContainText(/\$\d+\.\d\d is charged to your saved card now/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep my plan' }).click()
  await expect(dialog).toHaveCount(0)
  await changeCard(page)
  await page.context().close()
})

// spec: B2.8 A tier is canceled and goes on
test('a tier is canceled at the end of its period, and resumed', async ({ browser }) => {
  const page = await openAs(browser, 'admin@harbor.test', '/settings/plan', { viewport: phone })
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  const ask = page.getByRole('alertdialog')
  await expect(ask).toContainText(/Nothing changes until /)
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Cancel Subscription' }).click()
  const goOn = page.getByRole('button', { name: 'Keep my subscription' })
  await expect(goOn).toBeVisible()
  await expect(
    page.getByText(/^If you keep it, the next invoice is \$\d+ on \w+\s\d+,\s\d{4}\.$/),
  ).toBeVisible()
  await expectAccessible(page)
  await goOn.click()
  await expect(page.getByText(/^Your plan continues\. The next invoice is \$\d+ on /).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible()
  await page.context().close()
})

test('every closed statement can be recomputed from the clinic’s export', async ({ browser }) => {
  const page = await openAs(browser, 'admin@harbor.test', '/clinic/money?tab=statements', {
    viewport: desktop,
  })
  const statements = page.getByRole('table', { name: 'Closed statements' })
  await expect(statements.getByRole('link').first()).toBeVisible()
  const months = await statements
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const month of months) {
    await page.goto(`${hub}${month}`)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const { netCents, commissionCents, stated } = recompute(await readFile(await file.path(), 'utf8'))
    expect({ netCents, commissionCents }).toEqual(stated)
  }
  await page.context().close()
})

async function changeCard(page: Page): Promise<void> {
  await page.goto(`${hub}/settings/billing`)
  await page.getByRole('button', { name: 'Update Payment Method' }).click()
  await page.waitForURL(/\/sandbox\/stripe\//)
  await expectAccessible(page)
  await page.getByLabel('Card number').fill('5555 5555 5555 4444')
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Elena Marsh')
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.waitForURL(`${hub}/settings/billing**`)
  await expect(page.getByText('Mastercard ending in 4444')).toBeVisible()
}

test('a payment without a patient is assigned to one', async ({ browser }) => {
  const page = await openAs(browser, 'admin@harbor.test', null, { viewport: desktop })
  const charge = {
    id: 'ch_ofNobodyKnown',
    amount_cents: 4_500,
    currency: 'usd',
    charged_at: '2026-10-02T16:00:00Z',
    payer_name: 'Bartholomew Featherstonehaugh-Cholmondeley',
    payer_email: 'bartholomew.featherstonehaugh@example.test',
    card_last4: '4242',
  }
  // simulated: only the clinic's Stripe dashboard takes such a payment
  await whileAnswering(page, '/rest/v1/unassigned_charges', { status: 200, json: [charge] }, async () => {
    await page.goto(`${hub}/clinic/money?tab=payments`)
    const open = page.getByRole('table', { name: 'Payments to assign' })
    await expect(open.getByText(charge.payer_email)).toBeVisible()
    await expectAccessible(page)
    await open.getByRole('button', { name: /^Assign \$45\.00 paid by Bartholomew/ }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Whose payment of $45.00 is this?' })
    await expect(dialog.getByRole('button', { name: 'Not from a patient' })).toBeVisible()
    await dialog.getByLabel('Patient').fill('Rosa')
    await page.getByRole('option', { name: /Rosa Almeida/ }).click()
    await expectAccessible(page)
    const asked = page.waitForRequest((sent) => sent.url().endsWith('/functions/v1/assign-charge'))
    await dialog.getByRole('button', { name: 'Assign to Rosa Almeida' }).click()
    expect((await asked).postDataJSON()).toMatchObject({
      chargeId: charge.id,
      patientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    await expect(page.getByText('The payment could not be assigned').first()).toBeVisible()
  })
  await page.context().close()
})
