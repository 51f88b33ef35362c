import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { clinicOrigin, inTwoDays } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

// unique names and numbers, so that the run can be repeated on the same server
const run = Date.now().toString(36)

const choose = (page: Page, lines: string[]) =>
  page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'patients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.join('\n')}\n`),
  })

// spec: B2.10 A file of patients is imported after a dry run
test('an admin answers what a file leaves open, imports it, invites later, and the same file adds no patient twice', async ({
  browser,
}) => {
  const page = await openAs(browser, 'admin@harbor.test', '/members')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import from a file' }).click()
  const lines = [
    'Patient;E-mail;DOB;Phone;Membership',
    `"Brandt${run}, Ada";ada-${run}@import.test;12/11/1955;555;Essential Care`,
    `Maria Ortiz${run};ortiz-${run}@import.test;2/1/1985;;`,
    `Luca Ortiz${run};ortiz-${run}@import.test;5/9/16;;`,
    `Grandpa Ortiz${run};;1990-02-30;;`,
    `;noname-${run}@import.test;;;`,
  ]
  await choose(page, lines)
  await expect(page.getByText('patients.csv: 5 rows')).toBeVisible()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('Choose whether dates begin with the month or the day.')).toBeVisible()
  await page.getByLabel('How are dates written?').selectOption({ label: 'Day first: 28/3/2026' })
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByLabel('Years with two digits').selectOption({ label: 'As late as possible: 16 is 2016' })
  await page.getByRole('button', { name: 'Check the rows' }).click()

  await expect(page.getByText('4 people will be added.')).toBeVisible()
  const ada = page.getByRole('row', { name: new RegExp(`Ada Brandt${run}`) })
  await expect(ada).toContainText('November 12, 1955')
  await expect(ada).toContainText(`In the file: Brandt${run}, Ada`)
  await expect(ada).toContainText('“555” is not a phone number')
  await expect(page.getByRole('row', { name: new RegExp(`Luca Ortiz${run}`) })).toContainText(
    'September 5, 2016',
  )
  await expect(page.getByRole('row', { name: /Grandpa/ })).toContainText('this day does not exist')
  await page.getByLabel('“Essential Care” (1 row)').selectOption({ index: 1 })
  await expect(ada.getByText('No plan')).toHaveCount(0)
  await page
    .getByLabel(`Who gets the account of ortiz-${run}@import.test?`)
    .selectOption({ label: `Maria Ortiz${run}` })
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download rows with problems' }).click(),
  ])
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toHaveLength(5)

  await page.getByRole('button', { name: 'Import 4 people' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('No emails are sent.')
  await question.getByRole('button', { name: 'Import 4 people' }).click()
  await expect(page.getByText('4 people added. They can be found and booked now.')).toBeVisible()
  await expect(page.getByText('2 people are not invited yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Invite them' }).click()
  await question.getByRole('button', { name: 'Invite them' }).click()
  await expect(page.getByText('2 people are invited.')).toBeVisible()

  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose(page, ['Patient;E-mail', `Ada Brandt${run};ada-${run}@import.test`])
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('No patient will be added.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import 1/ })).toHaveCount(0)
  await page.context().close()
})

test('a clinic imports 300 patients, books five of them by phone number at once, and undoes the rest', async ({
  browser,
}) => {
  const first = 2_000_000 + (Date.now() % 7_000_000)
  const phoneOf = (at: number) => `917${first + at}`
  const nameOf = (at: number) => `Imported${run} Number${1_000 + at}`
  const page = await openAs(browser, 'admin@harbor.test', '/members/import')
  const rows = Array.from(
    { length: 300 },
    (_, at) => `${nameOf(at)},many-${run}-${at}@import.test,${phoneOf(at)}`,
  )
  await choose(page, ['Name,Email,Phone', ...rows])
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('300 people will be added.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 300 people' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Import 300 people' }).click()
  await expect(page.getByText('300 people added.')).toBeVisible({ timeout: 60_000 })
  const done = page.url()

  const booked = [3, 77, 150, 222, 299]
  await page.goto(`${clinicOrigin('harbor')}/members`)
  for (const at of booked) {
    await page.getByPlaceholder('Name, email, phone or birthday').fill(phoneOf(at))
    await expect(page.getByRole('link', { name: nameOf(at) })).toBeVisible()
  }
  await page.goto(`${clinicOrigin('harbor')}/appointments`)
  const date = await inTwoDays(page.request)
  const dialog = page.getByRole('dialog', { name: 'Schedule New Appointment' })
  for (const [place, at] of booked.entries()) {
    await page.getByRole('button', { name: 'Schedule Appointment' }).click()
    await dialog.getByRole('combobox', { name: 'Patient' }).fill(nameOf(at))
    await dialog.getByRole('option', { name: nameOf(at) }).click()
    await dialog.getByLabel('Appointment type').selectOption({ index: 1 })
    await dialog.getByLabel('Provider').selectOption({ label: 'No provider' })
    await dialog.getByLabel('Date').fill(date)
    await dialog.getByLabel('Time', { exact: true }).fill(`0${place}:30`)
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await expect(page.getByText(`${nameOf(at)}: appointment scheduled`, { exact: false })).toBeVisible()
  }

  await page.goto(done)
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('295 rows of the import were undone.')).toBeVisible()
  await expect(page.getByText('5 people stay, because their record was used since:')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: nameOf(150) })).toBeVisible()
  await page.context().close()
})

test('leaving with a chosen file asks first, and staying retains it', async ({ browser }) => {
  const page = await openAs(browser, 'admin@harbor.test', '/members/import')
  await choose(page, ['Name', `Half Way${run}`])
  await expect(page.getByText('patients.csv: 1 row')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Members' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByText('patients.csv: 1 row')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Members' }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Clinic Members' })).toBeVisible()
  await page.context().close()
})
