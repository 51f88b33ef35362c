import { expectAccessible } from '../support/accessibility.ts'
import { openAs, sessionOf } from '../support/people.ts'
import { serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

test('a walk-in child whose mother has no email is entered and booked, and the desk calls', async ({
  browser,
  request,
}) => {
  // a unique name, so that the run can be repeated on the same server
  const name = `Mia Walker ${Date.now().toString(36)}`
  const { access_token: token } = await sessionOf(request, 'staff@sunrise.test')
  const answer = await request.post(`${serverAddress}/functions/v1/visit-calls`, {
    data: {},
    headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
  })
  const { until } = (await answer.json()) as { until: string }

  const desk = await openAs(browser, 'staff@sunrise.test', '/appointments?schedule=1')
  const booking = desk.getByRole('dialog', { name: 'Schedule New Appointment' })
  await booking.getByLabel('Patient').fill(name)
  await booking.getByRole('button', { name: `Add “${name}” as a new patient` }).click()
  const entry = desk.getByRole('dialog', { name: 'New patient' })
  await entry.getByLabel('Date of birth').fill('2019-02-03')
  const consent = entry.getByLabel('The patient agreed to texts about visits')
  await consent.check()
  await entry.getByRole('button', { name: 'Add patient' }).click()
  await expect(entry.getByText('Please enter the number for texts.').first()).toBeVisible()
  await expectAccessible(desk)
  await entry.getByLabel('Phone').fill('212 555 0163')
  await consent.uncheck()
  await entry.getByRole('button', { name: 'Add patient' }).click()
  await booking.getByLabel('Appointment type').selectOption({ label: 'Therapy Session' })
  await booking.getByLabel('Provider').selectOption({ label: 'No provider' })
  await booking.getByLabel('Date').fill(until)
  await booking.getByLabel('Time', { exact: true }).fill('22:45')
  await booking.getByRole('button', { name: 'Schedule' }).click()
  await expect(booking).toBeHidden()

  await desk.getByRole('tab', { name: /^To call \(\d+\)$/ }).click()
  const row = desk.getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText(/^Reminder: .+ at 10:45\sPM/)).toBeVisible()
  await expect(row.getByRole('link', { name: '(212) 555-0163' })).toHaveAttribute('href', 'tel:+12125550163')
  await expectAccessible(desk)

  await desk.emulateMedia({ media: 'print' })
  await expect(desk.getByRole('heading', { name: /^Patients to call, / })).toBeVisible()
  await expect(row).toBeVisible()
  await expect(desk.getByRole('tablist')).toBeHidden()
  await desk.emulateMedia({ media: 'screen' })

  const called = row.getByRole('checkbox', { name: `Called ${name}` })
  await called.check()
  await expect(row.getByText(/^at \d+:\d\d.+ by Elena Ruiz$/)).toBeVisible()
  await desk.context().close()
})
