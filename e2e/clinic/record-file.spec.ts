import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs } from '../support/people.ts'
import { clinicOrigin, expectLoaded } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/** @returns the archive's files and its `record.json` */
async function downloadRecord(page: Page) {
  await page.getByRole('button', { name: 'Download record' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Download record' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^record-harbor-\d{4}-\d\d-\d\d\.zip$/)
  await expect(page.getByText('Record downloaded').first()).toBeVisible()
  const files = unzipSync(new Uint8Array(readFileSync(await download.path())))
  return { names: Object.keys(files), data: JSON.parse(Buffer.from(files['record.json'] ?? []).toString()) }
}

test('an admin and the patient download the record, each with what they may read', async ({ browser }) => {
  const name = `Una Record ${Date.now().toString(36)}`
  const context = await browser.newContext()
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.test`
  await joinAsPatient(context, 'harbor', { email, name, password: 'a long enough password' })

  const desk = await openAs(browser, 'admin@harbor.test', `/members?search=${encodeURIComponent(name)}`)
  await desk.getByRole('link', { name }).first().click()
  await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible()
  await desk.getByRole('tab', { name: 'Record' }).click()
  const ofAdmin = await downloadRecord(desk)
  expect(ofAdmin.names).toEqual(['record.pdf', 'record.json'])
  expect(ofAdmin.data.reader).toBe('team')
  expect(ofAdmin.data.tables['public.patients'][0].full_name).toBe(name)
  expect(ofAdmin.data.tables).toHaveProperty(['public.person_notes'])
  await desk.context().close()

  const patient = await context.newPage()
  await patient.goto(`${clinicOrigin('harbor')}/profile`)
  await expectLoaded(patient)
  const own = await downloadRecord(patient)
  expect(own.data.reader).toBe('patient')
  expect(own.data.tables).not.toHaveProperty(['public.person_notes'])
  await patient.goto(`${clinicOrigin('harbor')}/profile?tab=security`)
  await patient.getByRole('button', { name: 'Show access log' }).click()
  await expect(patient.getByText('downloaded your whole record as a file')).toBeVisible()
  await context.close()
})
