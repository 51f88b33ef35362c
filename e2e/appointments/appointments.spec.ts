import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs } from '../support/people.ts'
import { clinicOrigin, inTwoDays } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const small = { width: 390, height: 844 }
const wide = { width: 1280, height: 900 }
const phone = { viewport: small }

async function aPatientOf(browser: Browser, clinic: 'sunrise', name: string) {
  const context = await browser.newContext(phone)
  const email = `${name.toLowerCase().replaceAll(' ', '.')}-${crypto.randomUUID().slice(0, 6)}@visits.test`
  await joinAsPatient(context, clinic, { email, name, password: 'a quiet long password' })
  const page = await context.newPage()
  await page.goto(`${clinicOrigin(clinic)}/appointments`)
  return page
}

/** Selects a follow-up with one provider on the second day with free times. @returns the buttons of its times */
async function freeTimes(page: Page) {
  await page.getByLabel('What kind of visit?').selectOption({ label: 'Follow-up, 20 minutes' })
  await page.getByLabel('Which provider?').selectOption({ index: 1 })
  await page
    .getByRole('group', { name: 'Days with free times' })
    .getByRole('button', { name: /, / })
    .nth(1)
    .click()
  return page.getByRole('group', { name: /^Free times on/ }).getByRole('button')
}

// spec: B2.4 A patient sees the booked visit
// spec: B2.15 A patient books, moves and cancels a visit
test('a patient books, moves and cancels on a phone; the desk finds the visit and records its end', async ({
  browser,
}) => {
  const patient = await aPatientOf(browser, 'sunrise', 'Vera Visitor')
  await patient.getByRole('button', { name: 'Book a visit' }).click()
  const times = await freeTimes(patient)
  await expectAccessible(patient)
  // another patient chooses the same time, later
  const rival = await aPatientOf(browser, 'sunrise', 'Rita Rival')
  await rival.getByRole('button', { name: 'Book a visit' }).click()
  const sameTimes = await freeTimes(rival)
  const wanted = (await times.last().textContent()) ?? ''
  await expect(sameTimes.last()).toHaveText(wanted)
  await times.last().click()
  await expect(patient.getByRole('heading', { name: 'Is this right?' })).toBeVisible()
  await sameTimes.last().click()
  await expect(rival.getByText('That time was just taken')).toBeVisible()
  await expect(sameTimes.and(rival.getByText(wanted, { exact: true }))).toHaveCount(0)
  await expect(sameTimes.first()).toBeVisible()
  await rival.context().close()

  await patient.getByRole('button', { name: 'Book this visit' }).click()
  await expect(patient.getByRole('heading', { name: 'Your next visit' })).toBeVisible()
  const download = patient.waitForEvent('download')
  await patient.getByRole('button', { name: /^Add to calendar: .+ at \d/ }).click()
  expect((await download).suggestedFilename()).toBe('visit.ics')

  await patient.getByRole('button', { name: /^Move the visit on/ }).click()
  await times.first().click()
  await patient.getByRole('button', { name: 'Move to this time' }).click()
  await expect(patient.getByText('Your visit was moved')).toBeVisible()

  const desk = await openAs(browser, 'staff@sunrise.test', '/appointments', {
    viewport: wide,
  })
  await desk.getByLabel('Search', { exact: true }).fill('vera vis')
  await expect(desk.getByRole('link', { name: 'Vera Visitor' })).toHaveCount(1)
  await desk.context().close()

  await patient.getByRole('button', { name: /^Cancel visit on/ }).click()
  const dialog = patient.getByRole('alertdialog')
  const late = dialog.getByRole('status')
  await expect(dialog.getByRole('heading', { name: 'Cancel this visit?' })).toBeVisible()
  const isKnownAsLate = await late.isVisible()
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  // other journeys move the server's clock: if only the server knows that it is late, the dialog asks again
  const canceled = patient.getByText('Canceled by you')
  await expect(isKnownAsLate ? canceled : canceled.or(late)).toBeVisible()
  if (!isKnownAsLate && (await late.isVisible()))
    await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(canceled).toBeVisible()
  // a visit that was not to be yet is not in the past
  await expect(patient.getByRole('region', { name: 'Canceled visits' })).toContainText('Canceled by you')
  await expect(patient.getByRole('region', { name: 'Past visits' })).toHaveCount(0)
  await patient.context().close()
})

// spec: B2.15 The team schedules and moves a visit
test('the desk schedules after form errors, and moves a visit', async ({ browser }) => {
  const patient = await aPatientOf(browser, 'sunrise', 'Dora Desk')
  const desk = await openAs(browser, 'staff@sunrise.test', '/appointments?schedule=1')
  const dialog = desk.getByRole('dialog', { name: 'Schedule New Appointment' })
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByText('Patient is required')).toBeVisible()
  await expect(dialog.getByText('Appointment type is required')).toBeVisible()
  await expectAccessible(desk)
  const choice = dialog.getByRole('combobox', { name: 'Patient' })
  await expect(choice).toBeFocused()
  const dora = dialog.getByRole('option', { name: /Dora Desk/ }).first()
  await choice.fill('dora d')
  await expect(dora).toBeVisible()
  // further typing and Enter before the answer select no patient with another name
  await choice.fill('dora of another name')
  await choice.press('Enter')
  await expect(choice).toHaveValue('dora of another name')
  await choice.fill('dora d')
  await dora.click()
  await dialog.getByLabel('Appointment type').selectOption({ label: 'Therapy Session' })
  await expect(dialog.getByLabel('Duration in minutes')).toHaveValue('60')
  // the default is a provider who is free then
  const provider = dialog.getByLabel('Provider')
  await expect(provider.getByRole('option', { selected: true })).toHaveText('First available')
  await dialog.getByLabel('Date').fill(await inTwoDays(desk.request))
  await dialog.getByLabel('Time', { exact: true }).fill('23:00')
  const warning = dialog.getByRole('status')
  await expect(warning).toHaveText(/^No provider is free at this time\. Choose another time/)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(provider).toHaveAccessibleDescription(/^No provider is free at this time/)
  await expectAccessible(desk)
  // outside the hours the desk can schedule, after a warning
  await provider.selectOption({ label: 'Elena Ruiz' })
  await expect(warning).toHaveText(/^This is outside Elena Ruiz’s hours \(\d|^Elena Ruiz is off on /)
  await expect(warning).toBeInViewport()
  // a weekly series shows the obstacles of each date before it is saved
  await dialog.getByLabel('Repeat').selectOption({ label: 'On weekdays, every few weeks' })
  await dialog.getByLabel('Number of visits').fill('2')
  await expect(dialog.getByText('2 visits, each at the same time of day. All can be booked.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(desk.getByText('2 appointments scheduled')).toBeVisible()
  await expect(patient.getByText(/^11:00\sPM/).first()).toBeVisible()

  await desk.getByLabel('Search', { exact: true }).fill('dora d')
  await desk
    .getByRole('button', { name: /^More about Dora Desk/ })
    .first()
    .click()
  await desk.getByRole('menuitem', { name: 'Reschedule' }).click()
  const change = desk.getByRole('dialog', { name: 'Reschedule Appointment' })
  await expect(change.getByLabel('Date', { exact: true })).toBeFocused()
  await expect(change.getByRole('button', { name: 'Update' })).toBeInViewport()
  await change.getByLabel('Time', { exact: true }).fill('22:30')
  await change.getByLabel('Which visits of the series').selectOption({ label: 'This and all that follow' })
  await change.getByRole('button', { name: 'Update' }).click()
  await expect(desk.getByText('2 appointments updated')).toBeVisible()
  await expect(patient.getByText(/^10:30\sPM/).first()).toBeVisible()
  await patient.context().close()
  await desk.context().close()
})
