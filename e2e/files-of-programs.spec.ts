import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility.ts'
import { openAs } from './support/people.ts'
import { expect, test } from './support/test.ts'

const caseFile = (name: string) => readFile(new URL(`../testing/case-files/${name}`, import.meta.url))

test('text pasted from a document has its headings, lists, marks and links, and runs nothing', async ({
  browser,
}) => {
  const page = await openAs(browser, 'staff@sunrise.test', '/content?new=content', {
    viewport: { width: 1280, height: 900 },
  })
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill(`Pasted ${Date.now().toString(36)}`)
  await form.getByLabel('Category', { exact: true }).selectOption('Exercise')
  await form.getByRole('button', { name: 'Create Draft' }).click()
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.click()
  await text.evaluate((element) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Before you start Move slowly Warm up')
    data.setData(
      'text/html',
      `<h1>Before you start</h1><p>Move <b>slowly</b>, <a href="https://example.com/knees">read</a>
       <a href="javascript:alert(1)">more</a></p><ul><li>Warm up<ul><li>Five minutes</li></ul></li></ul>
       <img src="x" onerror="document.title='run'"><script>document.title='run'</script>`,
    )
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(text.getByRole('heading', { level: 2, name: 'Before you start' })).toBeVisible()
  await expect(text.locator('strong')).toHaveText('slowly')
  await expect(text.locator('a[href]')).toHaveText('read')
  await expect(text.locator('ul ul li')).toHaveText('Five minutes')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await page.reload()
  await expect(text.getByRole('heading', { level: 2, name: 'Before you start' })).toBeVisible()
  await expect(text.locator('ul ul li')).toHaveText('Five minutes')
  await expect(page).not.toHaveTitle('run')
  await page.context().close()
})

test('a picture that the browser cannot show is converted by the server', async ({ browser }) => {
  const page = await openAs(browser, 'member@sunrise.test', '/settings/profile')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.heic', mimeType: 'image/heic', buffer: await caseFile('photo.heic') })
  await expect(page.getByText('Your picture is saved')).toBeVisible()
  const picture = page.getByRole('main').locator('img')
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(128)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the picture' }).click()
  await expect(page.getByText('Your picture is removed')).toBeVisible()
  await page.context().close()
})

test('an admin chooses how the letters of a file are read, by its names', async ({ browser }) => {
  const page = await openAs(browser, 'admin@harbor.test', '/members')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import from a file' }).click()
  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name: 'patients.csv', mimeType: 'text/csv', buffer: await caseFile('excel-cp1250.csv') })
  await expect(page.getByText('Which names are spelled correctly?')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Jiří Dvořák (Central Europe)' }).click()
  await expect(page.getByText('patients.csv: 1 row')).toBeVisible()
  await expect(page.getByText('First value: Jiří Dvořák')).toBeVisible()
  await page.context().close()
})
