import type { Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
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

  // assigned to one patient, and why
  await page.getByRole('link', { name: 'Content', exact: true }).first().click()
  await page.getByLabel('Search resources').fill(title)
  await page.getByRole('button', { name: `Actions for the resource ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Assign to Patient' }).click()
  const assign = page.getByRole('dialog')
  await assign.getByLabel('Patients').fill('Nora')
  await assign.getByRole('button', { name: 'Nora Lindqvist', exact: true }).click()
  await assign.getByLabel('Why').fill('Before the winter')
  await expectAccessible(page)
  await assign.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('Assigned to 1 patient')).toBeVisible()

  const reader = await openAs(browser, 'patient@sunrise.test', '/learn', phone)
  await expectLoaded(reader)
  await expectAccessible(reader)
  await expect(reader.getByRole('region', { name: 'For you' }).getByText(title)).toBeVisible()
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
  await expect(reader.getByText('Before the winter')).toBeVisible()
  await reader.getByRole('button', { name: 'I have read this' }).click()
  await expect(reader.getByText(/^Completed/)).toBeVisible()
  await reader.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await expect(reader.getByRole('radio', { name: '5 stars' })).toBeChecked()

  // what came of it
  await page.getByRole('tab', { name: 'Analytics' }).click()
  const figures = page.getByRole('table', { name: 'Resource Effectiveness' })
  const result = figures.getByRole('row', { name: new RegExp(title) })
  await expect(result.getByRole('img', { name: '5 of 5 stars, 1 rating' })).toBeVisible()
  await expect(result.getByText('100%')).toBeVisible()
  await expectAccessible(page)

  await page.reload()
  const row = page.getByRole('table', { name: 'Content' }).getByRole('row', { name: new RegExp(title) })
  await expect(row.getByRole('cell').nth(5)).toHaveText('1')
  await row.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(row.getByText('Archived')).toBeVisible()
  await reader.goto(new URL('/profile', reader.url()).href)
  await expectLoaded(reader)
  const shell = await scriptsOf(reader)
  await reader.goto(new URL('/learn', reader.url()).href)
  await expectLoaded(reader)
  await expect(reader.getByText(title)).toHaveCount(0)
  const beyond = [...(await scriptsOf(reader))].filter(([name]) => !shell.has(name))
  expect(
    beyond.reduce((sum, [, bytes]) => sum + bytes, 0),
    beyond.join(' '),
  ).toBeLessThan(35_000)
})

/** The scripts that a page has loaded, with their bytes as sent. */
async function scriptsOf(page: Page): Promise<Map<string, number>> {
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((entry) => [entry.name, (entry as PerformanceResourceTiming).encodedBodySize] as const),
  )
  return new Map(loaded)
}

test('a PDF becomes a presentation, and a patient swipes through it', async ({ browser }) => {
  const title = `Strong knees ${Date.now().toString(36)}`
  const page = await openAs(browser, 'staff@sunrise.test', '/content?new=content', desktop)
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Content Type').selectOption('presentation')
  await form.getByLabel('Category', { exact: true }).selectOption('Exercise')
  await form.getByRole('button', { name: 'Create Draft' }).click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'knees.pdf', mimeType: 'application/pdf', buffer: await aPdf(3) })
  await expect(page.getByText('3 slides imported')).toBeVisible({ timeout: 60_000 })
  await page.getByLabel('Speaker notes').fill('Show it with a chair')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Content status has been updated to published')).toBeVisible()
  const itemId = new URL(page.url()).pathname.split('/').pop()

  const reader = await openAs(browser, 'patient@sunrise.test', `/learn/${itemId}`, phone)
  await expect(reader.getByRole('img', { name: 'This is page 1' })).toBeVisible()
  await reader.getByRole('button', { name: 'Show the slides' }).click()
  const viewer = reader.getByRole('dialog', { name: `Presentation: ${title}` })
  await expect(viewer.getByText('1 / 3')).toBeVisible()
  await expectAccessible(reader)
  await swipe(reader, 300, 100)
  await expect(viewer.getByRole('img', { name: 'This is page 2' })).toBeVisible()
  // what comes while a slide is being turned is ignored
  await expect(async () => {
    await reader.keyboard.press('End')
    await expect(viewer.getByText('3 / 3')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(async () => {
    if (await viewer.getByText('3 / 3').isVisible()) await viewer.getByRole('img').first().dblclick()
    await expect(viewer.getByText('1 / 3')).toBeVisible({ timeout: 500 })
  }).toPass()
  await reader.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(reader.getByText('Show it with a chair')).toHaveCount(0)
})

function aPdf(pages: number): Promise<Buffer> {
  return new Promise((done) => {
    const document = new PDFDocument({ size: [960, 540] })
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => done(Buffer.concat(chunks)))
    for (let number = 1; number <= pages; number++) {
      if (number > 1) document.addPage()
      document.fontSize(40).text(`This is page ${number}`)
    }
    document.end()
  })
}

/** A finger across the middle of the screen. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  await page.getByRole('dialog').evaluate(
    (dialog, [start, end]) => {
      const target = dialog.lastElementChild ?? dialog
      const touch = (x: number) => new Touch({ identifier: 1, target, clientX: x, clientY: 300 })
      const send = (type: string, x: number) =>
        target.dispatchEvent(new TouchEvent(type, { bubbles: true, changedTouches: [touch(x)] }))
      send('touchstart', start ?? 0)
      send('touchend', end ?? 0)
    },
    [from, to],
  )
}
