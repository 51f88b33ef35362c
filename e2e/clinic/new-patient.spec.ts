import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { clinicOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const sunrise = clinicOrigin('sunrise')
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)

test('the desk enters a walk-in, finds the patient by phone number, books a visit and invites', async ({
  browser,
}) => {
  const name = `Siobhán O’Brien ${run}`
  const page = await openAs(browser, 'admin@sunrise.test', '/members')
  await page.getByRole('button', { name: 'New patient' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Date of birth').fill('1955-11-12')
  await dialog.getByLabel('Phone').fill('212 555 0147')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add patient' }).click()

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('No account', { exact: true })).toBeVisible()
  await expect(page.getByText('Nov 12, 1955')).toBeVisible()

  await page.goto(`${sunrise}/members`)
  await page.getByPlaceholder('Name, email, phone or birthday').fill('555-0147')
  await expect(page.getByRole('link', { name })).toBeVisible()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit details' }).click()
  await expect(dialog.getByLabel('Phone')).toHaveValue('(212) 555-0147')
  await dialog.getByLabel('Email').fill(`siobhan@${run}.test`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The details were saved.').first()).toBeVisible()

  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Invite to the portal' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue(`siobhan@${run}.test`)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('row', { name }).getByText('Invited', { exact: true })).toBeVisible()
  await page.context().close()
})

test('the appointment dialog adds a caller that the search does not find', async ({ browser }) => {
  const name = `Walter Brook ${run}`
  const page = await openAs(browser, 'admin@sunrise.test', '/appointments?schedule=1')
  const booking = page.getByRole('dialog', { name: 'Schedule New Appointment' })
  await booking.getByLabel('Patient').fill(name)
  await booking.getByRole('button', { name: `Add “${name}” as a new patient` }).click()
  const dialog = page.getByRole('dialog', { name: 'New patient' })
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Add patient' }).click()
  await expect(booking.getByRole('textbox', { name: 'Patient' })).toHaveValue(name)
  await page.context().close()
})

test('a namesake is offered first, on a phone', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/members?new=patient')
  await page.setViewportSize({ width: 390, height: 844 })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Lindqvist, Nora')
  await dialog.getByRole('button', { name: 'Add patient' }).click()
  await expect(dialog.getByText('Is it this patient of your clinic?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose Nora Lindqvist' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Lindqvist' })).toBeVisible()
  await page.context().close()
})
