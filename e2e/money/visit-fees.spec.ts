import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs, sessionOf } from '../support/people.ts'
import { clinicOrigin, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const password = 'a quiet long password'
const phone = { viewport: { width: 390, height: 844 } }
const desktop = { viewport: { width: 1280, height: 900 } }

async function asAdmin(request: APIRequestContext, name: string, data: object) {
  const { access_token: token } = await sessionOf(request, 'admin@harbor.test')
  const answer = await request.post(`${serverAddress}/functions/v1/${name}`, {
    data,
    headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'harbor' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

test('a patient accepts the fees when booking; the desk charges a missed visit, and the patient reads it', async ({
  browser,
  request,
}) => {
  const run = crypto.randomUUID().slice(0, 6)
  const name = `Fay Fee ${run}`
  const email = `fay-${run}@fees.test`
  const kind = `Long talk ${run}`
  const admin = await openAs(browser, 'admin@harbor.test', '/settings/scheduling?tab=visits', desktop)
  await admin.getByRole('button', { name: 'Add a kind of visit' }).click()
  const form = admin.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill(kind)
  await form.getByLabel('Minimum notice (minutes)').fill('0')
  // every visit of the next month can only be canceled late
  await form.getByLabel('Free changes until (hours)').fill('720')
  await form.getByLabel('Late cancellation fee (USD)').fill('twenty')
  await form.getByLabel('Missed visit fee (USD)').fill('50')
  await form.getByLabel('Your own words about the fees').fill('Illness is excepted.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter an amount from 0.50 to 1,000.00')).toBeVisible()
  await expect(form.getByLabel('Late cancellation fee (USD)')).toBeFocused()
  await expectAccessible(admin)
  await form.getByLabel('Late cancellation fee (USD)').fill('25')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  const own = await browser.newContext(phone)
  await joinAsPatient(own, 'harbor', { email, name, password })
  const portal = await own.newPage()
  const book = async () => {
    await portal.goto(`${clinicOrigin('harbor')}/appointments?booking=book`)
    const type = portal.getByLabel('What kind of visit?')
    await type.selectOption({ label: await type.locator('option', { hasText: kind }).innerText() })
    await portal
      .getByRole('region', { name: /^Free times on/ })
      .or(portal.getByRole('group', { name: /^Free times on/ }))
      .first()
      .waitFor()
    await portal
      .getByRole('main')
      .getByRole('button', { name: /\d:\d\d (AM|PM)/ })
      .first()
      .click()
    const fees = portal.getByRole('region', { name: 'Fees' })
    await expect(
      fees.getByText('If you cancel less than 720 hours before this visit, the clinic may charge $25.00.'),
    ).toBeVisible()
    await expect(fees.getByText('If you miss this visit, the clinic may charge $50.00.')).toBeVisible()
    await expect(fees.getByText('Illness is excepted.')).toBeVisible()
    await portal.getByRole('button', { name: 'Book this visit' }).click()
    await expect(fees.getByRole('alert')).toHaveText('Please accept the fees to book this visit.')
    await expectAccessible(portal)
    await fees.getByLabel('I accept these fees').check()
    await portal.getByRole('button', { name: 'Book this visit' }).click()
    await expect(portal.getByText('Your visit is booked')).toBeVisible()
  }
  await book()
  await expect(portal.getByText('Fees that you accepted')).toBeVisible()
  await portal.getByRole('button', { name: /^Cancel visit on / }).click()
  const dialog = portal.getByRole('alertdialog')
  await expect(dialog.getByText(/The clinic may charge \$25\.00\.$/)).toBeVisible()
  await expectAccessible(portal)
  await dialog.getByRole('button', { name: 'Cancel visit' }).click()
  await expect(portal.getByText('Your visit was canceled')).toBeVisible()
  await book()

  const session = await sessionOf(request, email, password)
  const visits = await request.get(`${serverAddress}/rest/v1/appointments?select=id&status=eq.upcoming`, {
    headers: { Authorization: `Bearer ${session.access_token}`, 'x-clinic': 'harbor' },
  })
  const [missed] = (await visits.json()) as { id: string }[]
  await asAdmin(request, 'mark-appointment', { appointmentId: missed?.id, step: 'no_show' })

  await admin.goto(`${clinicOrigin('harbor')}/members`)
  await admin
    .getByRole('searchbox')
    .or(admin.getByLabel('Search', { exact: true }))
    .first()
    .fill(name)
  await admin.getByRole('link', { name }).first().click()
  await admin.getByRole('tab', { name: 'Visits' }).click()
  await expect(admin.getByText('Late cancellation fee, $25.00: not charged')).toBeVisible()
  await admin
    .getByRole('button', { name: /^Waive the fee: / })
    .last()
    .click()
  await expect(
    admin
      .getByText('Late cancellation fee, $25.00: waived')
      .or(admin.getByText('Missed appointment fee, $50.00: waived')),
  ).toBeVisible()
  await admin.getByRole('button', { name: 'Undo' }).last().click()
  await expect(admin.getByText(/: waived$/)).toBeHidden()
  await admin.getByRole('button', { name: /^Charge the fee, \$50\.00/ }).click()
  const charge = admin.getByRole('dialog')
  await expect(charge.getByText('If you miss this visit, the clinic may charge $50.00.')).toBeVisible()
  await expectAccessible(admin)
  await charge.getByRole('button', { name: 'Charge $50.00' }).click()
  await expect(admin.getByText('Invoice of $50.00 issued')).toBeVisible()
  await expect(admin.getByText('Missed appointment fee, $50.00: charged')).toBeVisible()

  await portal.reload()
  await expect(portal.getByText('Fee charged: $50.00')).toBeVisible()
  await own.close()
  await admin.context().close()
})
