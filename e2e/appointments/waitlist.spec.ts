import type { APIRequestContext, Page } from '@playwright/test'
import { hourIn } from '#domain/values/dates.ts'
import { addDays, weekdayOf } from '#domain/values/zones.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs } from '../support/people.ts'
import { clinicOrigin, serverAddress, serverNow } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/** The desk books a therapy session for another patient on that day, and cancels it. */
async function openTime(desk: Page, request: APIRequestContext, day: string): Promise<void> {
  // no offers are sent at night
  const hour = hourIn(await serverNow(request), 'America/New_York')
  if (hour < 8 || hour >= 20) {
    const advance = `PT${(32 - hour) % 24}H`
    await desk.request.post(`${serverAddress}/dev/clock`, { data: { advance } })
  }
  await desk.goto(`${clinicOrigin('sunrise')}/appointments?tab=calendar&view=day&on=${day}`)
  await desk
    .getByRole('button', { name: /^Schedule on .+ with Maya Okafor|^Schedule on .+ with Elena Ruiz/ })
    .press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Schedule New Appointment' })
  await dialog.getByRole('combobox', { name: 'Patient' }).fill('amara')
  await dialog.getByRole('option', { name: /Amara/ }).first().click()
  await dialog.getByLabel('Appointment type').selectOption({ label: 'Therapy Session' })
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await desk.getByRole('button', { name: /^Amara/ }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Cancel appointment' }).click()

  // offers wait until the cancellation can no longer be undone
  await expect(desk.getByText('Appointment canceled')).toBeVisible()
  await desk.request.post(`${serverAddress}/dev/clock`, { data: { advance: 'PT46S' } })
}

/** A Thursday in some weeks, without waitlist entries in the demo. */
async function quietDay(request: APIRequestContext): Promise<string> {
  const soon = addDays((await serverNow(request)).toISOString().slice(0, 10), 28)
  return addDays(soon, (11 - weekdayOf(soon)) % 7)
}

// spec: B2.15 A waiting patient takes a time that opens
test('a patient requests an earlier time, and accepts the one that a canceled visit opens', async ({
  browser,
  request,
}) => {
  const day = await quietDay(request)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const name = 'Willa Waiting'
  const email = `willa-${crypto.randomUUID().slice(0, 6)}@waitlist.test`
  await joinAsPatient(context, 'sunrise', { email, name, password: 'a quiet long password' })
  const patient = await context.newPage()
  await patient.goto(`${clinicOrigin('sunrise')}/appointments`)
  await patient.getByRole('button', { name: 'Request an earlier time' }).click()
  const wish = patient.getByRole('dialog', { name: 'Request an earlier time' })
  await wish.getByLabel('What kind of visit?').selectOption({ label: 'Therapy Session' })
  await wish.getByRole('button', { name: 'Thu' }).click()
  await wish.getByLabel('Last day that suits you').fill(day)
  await expectAccessible(patient)
  await wish.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(patient.getByText('You are on the waitlist')).toBeVisible()
  await expectAccessible(patient)

  const desk = await openAs(browser, 'staff@sunrise.test', '/appointments?tab=waitlist', {
    viewport: { width: 1280, height: 900 },
  })
  await expect(desk.getByRole('link', { name })).toBeVisible()
  await openTime(desk, request, day)

  const offer = patient.getByRole('region', { name: 'An earlier time is available' })
  await expect(offer).toContainText('Therapy Session with Elena Ruiz')
  await expectAccessible(patient)
  await expect(desk.getByText('Waitlist offer')).toBeVisible()
  await offer.getByRole('button', { name: 'Take this time' }).click()
  await expect(patient.getByRole('heading', { name: 'Your next visit' })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await expect(desk.getByRole('button', { name: /^Willa Waiting/ })).toBeVisible()
  await desk.context().close()
  await context.close()
})

test('the desk adds a patient without an account, calls, and books the held time', async ({
  browser,
  request,
}) => {
  const day = addDays(await quietDay(request), 1)
  // a unique name, so that the run can be repeated on the same server
  const name = `Rosa Ready ${Date.now().toString(36)}`
  const phone = await openAs(browser, 'staff@sunrise.test', '/members?new=patient', {
    viewport: { width: 390, height: 844 },
  })
  const entry = phone.getByRole('dialog', { name: 'New patient' })
  await entry.getByLabel('Name').fill(name)
  await entry.getByLabel('Phone').fill('212 555 0171')
  await entry.getByRole('button', { name: 'Add patient' }).click()
  await expect(phone.getByRole('heading', { level: 1, name })).toBeVisible()

  const desk = await openAs(browser, 'staff@sunrise.test', '/appointments?tab=waitlist', {
    viewport: { width: 1280, height: 900 },
  })
  await desk.getByRole('button', { name: 'Add to waitlist' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Add to waitlist' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Please choose a patient.')).toBeVisible()
  await expectAccessible(desk)
  await dialog.getByRole('combobox', { name: 'Patient' }).fill(name)
  await dialog.getByRole('option', { name }).click()
  await dialog.getByLabel('Kind of visit').selectOption({ label: 'Therapy Session' })
  await dialog.getByRole('button', { name: 'Fri' }).click()
  await dialog.getByLabel('Last day that suits the patient').fill(day)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(desk.getByRole('link', { name })).toBeVisible()

  // on the patient's page, as in a second tab that does not know it yet
  await phone.getByRole('tab', { name: 'Visits' }).click()
  await phone.getByRole('button', { name: 'Add to waitlist' }).click()
  const again = phone.getByRole('dialog', { name: 'Add to waitlist' })
  await again.getByLabel('Kind of visit').selectOption({ label: 'Therapy Session' })
  await again.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(
    again.getByText('This patient is already on the waitlist for this kind of visit.'),
  ).toBeVisible()
  await expectAccessible(phone)

  await openTime(desk, request, day)
  await phone.goto(`${clinicOrigin('sunrise')}/appointments?tab=waitlist`)
  const row = phone.getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText(new RegExp(`^Call ${name}: Fri.+ is held until \\d+:\\d\\d`))).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('tab', { name: /^To call \(\d+\)$/ }).click()
  await expect(row.getByRole('link', { name: '(212) 555-0171' })).toBeVisible()
  await row.getByRole('button', { name: `Book for ${name}` }).click()
  await expect(phone.getByText('The visit is booked')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(desk.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  await desk.context().close()
  await phone.context().close()
})
