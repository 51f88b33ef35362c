import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// unique addresses, so that the run can be repeated on the same server
const run = Date.now().toString(36)

// spec: B2.10 A file of patients is imported after a dry run
test('an admin imports patients from a file after a dry run, and the same file adds no patient twice', async ({
  browser,
}) => {
  const page = await openAs(browser, 'admin@harbor.test', '/members')
  await page.getByRole('link', { name: 'Import from a file' }).click()
  const choose = () =>
    page.getByLabel('Choose a CSV file').setInputFiles({
      name: 'patients.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Patient;E-mail;DOB\nAda Brandt;ada-${run}@import.test;3/28/1984\nNo Address;;\nTwice;ada-${run}@import.test;\n`,
      ),
    })
  await choose()
  await expect(page.getByText('patients.csv: 3 rows')).toBeVisible()
  await expect(page.getByLabel('Birthday')).toHaveValue('2')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('1 person can be imported.')).toBeVisible()
  await expect(page.getByRole('row', { name: /No Address/ })).toContainText('The email is missing')
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download skipped rows' }).click(),
  ])
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toHaveLength(4)

  await page.getByRole('button', { name: 'Import 1 person' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('No emails are sent.')
  await question.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(page.getByText('1 person added. No emails were sent.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('No patient can be imported from this file.')).toBeVisible()
  await page.getByRole('link', { name: 'Members' }).last().click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(`ada-${run}`)
  await expect(page.getByText(/^Showing 1 of \d+ members$/)).toBeVisible()
  await page.context().close()
})
