import { expectAccessible } from './support/accessibility.ts'
import { openAs } from './support/people.ts'
import { expectLoaded } from './support/product.ts'
import { expect, test } from './support/test.ts'

/* What a clinic writes reaches its patients once it is published, and whoever opens it is counted once. */
const desktop = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 844 } }

test('an article is written, published, found and read by a patient, and counted', async ({ browser }) => {
  const title = `Flu shots this fall ${Date.now().toString(36)}`
  const page = await openAs(browser, 'staff@sunrise.test', '/content', desktop)
  await expectLoaded(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Content' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Category', { exact: true }).selectOption('Wellness')
  await form.getByRole('button', { name: 'Create Draft' }).click()

  const text = page.getByRole('textbox', { name: 'Text' })
  await text.click()
  await page.keyboard.type('Come on a Tuesday.\n## What to bring\n- A **warm** coat')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Preview as patient' }).click()
  await expect(page.getByRole('heading', { name: 'What to bring' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Content status has been updated to published')).toBeVisible()

  const reader = await openAs(browser, 'patient@sunrise.test', '/learn', phone)
  await expectLoaded(reader)
  await expectAccessible(reader)
  await reader.getByLabel('Search').fill(title)
  await reader.getByRole('link', { name: `Read Article: ${title}` }).click()
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(reader.locator('strong', { hasText: 'warm' })).toBeVisible()
  await expect(reader).toHaveTitle(/Learning Center/)
  await reader.getByRole('button', { name: 'Save for later' }).click()
  await expect(reader.getByRole('button', { name: 'Saved for later', pressed: true })).toBeVisible()
  await expectAccessible(reader)
  await reader.reload()
  await expect(reader.getByRole('button', { name: 'Saved for later', pressed: true })).toBeVisible()

  await page.getByRole('link', { name: 'Content', exact: true }).first().click()
  const row = page.getByRole('table', { name: 'Content' }).getByRole('row', { name: new RegExp(title) })
  await expect(row.getByRole('cell').nth(5)).toHaveText('1')
  await row.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(row.getByText('Archived')).toBeVisible()
  await reader.goto(new URL('/learn', reader.url()).href)
  await expectLoaded(reader)
  await expect(reader.getByText(title)).toHaveCount(0)
})
