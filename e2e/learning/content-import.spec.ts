import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAs } from '../support/people.ts'
import { expectLoaded } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

// spec: B2.13 Import makes drafts of files
test('the files of a folder become drafts, with their titles', async ({ browser }) => {
  const mark = Date.now().toString(36)
  const folder = await mkdtemp(join(tmpdir(), 'lessons-'))
  try {
    await writeFile(join(folder, '01-sleep.md'), `# Sleep well ${mark}\r\n\r\nGet up early.\r\n`)
    await writeFile(join(folder, '02-walk.md'), `# Walk more ${mark}\n\nTen minutes a day.\n`)
    await writeFile(join(folder, 'notes.xyz'), 'no content')
    const page = await openAs(browser, 'staff@sunrise.test', '/content', {
      viewport: { width: 1280, height: 900 },
    })
    await expectLoaded(page)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Category', { exact: true }).selectOption('Wellness')
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a folder' }).click()
    const chooser = await choosing
    const input = chooser.element()
    expect(await input.evaluate((field) => (field as HTMLInputElement).webkitdirectory)).toBe(true)
    await chooser.setFiles(folder)
    await expect(dialog.getByText('2 of 2 imported')).toBeVisible()
    await expect(dialog.getByText('1 file was skipped')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await page.getByLabel('Search content').fill(mark)
    const list = page.getByRole('table', { name: 'Content' })
    await expect(list.getByText(`Sleep well ${mark}`)).toBeVisible()
    await expect(list.getByText(`Walk more ${mark}`)).toBeVisible()
  } finally {
    await rm(folder, { recursive: true })
  }
})
