import type { APIRequestContext } from '@playwright/test'
import { addDays, weekdayOf } from '#domain/values/zones.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { clinicOrigin, serverNow } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/** A Wednesday in some weeks, on which the demo has no visits. */
async function quietDay(request: APIRequestContext): Promise<string> {
  const soon = addDays((await serverNow(request)).toISOString().slice(0, 10), 49)
  return addDays(soon, (10 - weekdayOf(soon)) % 7)
}

// spec: B2.15 The calendar is used by keyboard and mouse
test('the desk schedules in free time, and moves, resizes and restores a visit, by keyboard and by mouse', async ({
  browser,
  request,
}) => {
  const day = await quietDay(request)
  const desk = await openAs(browser, 'staff@sunrise.test', `/appointments?tab=calendar&view=day&on=${day}`, {
    viewport: { width: 1280, height: 900 },
  })
  const free = desk.getByRole('button', { name: /^Schedule on .+ with Elena Ruiz$/ })
  await expect(free).toHaveAccessibleName(/at 9:00/)
  await free.press('ArrowDown')
  await expect(free).toHaveAccessibleName(/at 9:15/)
  await free.press('Enter')
  const dialog = desk.getByRole('dialog', { name: 'Schedule New Appointment' })
  await expect(dialog.getByLabel('Date')).toHaveValue(day)
  await expect(dialog.getByLabel('Time')).toHaveValue('09:15')
  await dialog.getByRole('combobox', { name: 'Patient' }).fill('henrik')
  await dialog
    .getByRole('option', { name: /Henrik Sørensen/ })
    .first()
    .click()
  await dialog.getByLabel('Appointment type').selectOption({ label: 'Regular Check-up' })
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(desk.getByText('Appointment scheduled')).toBeVisible()

  // colors are named, for readers who see none
  await expect(desk.getByText('Elena Ruiz', { exact: true }).filter({ visible: true }).last()).toBeVisible()
  await desk.getByLabel('Colors').selectOption({ label: 'Color: kind' })
  await expect(
    desk.getByText('Regular Check-up', { exact: true }).filter({ visible: true }).last(),
  ).toBeVisible()
  expect((await desk.getByRole('heading', { name: 'Elena Ruiz' }).boundingBox())?.y).toBeLessThan(230)

  const visit = desk.getByRole('button', { name: /^Henrik Sørensen/ })
  await expect(visit).toHaveAccessibleName(/at 9:15.+with Elena Ruiz/)
  await visit.press('m')
  for (const key of ['ArrowDown', 'Shift+ArrowDown', 'ArrowRight']) await desk.keyboard.press(key)
  await expect(desk.getByText(/Moving Henrik Sørensen/)).toBeVisible()
  await expectAccessible(desk)
  await desk.keyboard.press('Enter')
  await expect(desk.getByText(/Henrik Sørensen: moved to .+ at 9:30/)).toBeVisible()
  await expect(visit).toHaveAccessibleName(/at 9:30.+with Maya Okafor/)
  await expect(visit).toBeFocused()
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(visit).toHaveAccessibleName(/at 9:15.+with Elena Ruiz/)

  const before = (await visit.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const x = before.x + before.width / 2
  await desk.mouse.move(x, before.y + 10)
  await desk.mouse.down()
  await desk.mouse.move(x, before.y + 60, { steps: 4 })
  await desk.mouse.move(x, before.y + 10 + 96, { steps: 4 })
  await desk.mouse.up()
  await expect(visit).toHaveAccessibleName(/at 10:15/)
  await visit.press('m')
  await desk.keyboard.press('ArrowUp')
  await desk.keyboard.press('Escape')
  await expect(desk.getByText(/^Moving/)).toHaveCount(0)
  await expect(visit).toHaveAccessibleName(/at 10:15/)

  // a time outside the hours is asked about, a past one refused
  await visit.press('m')
  for (let step = 0; step < 30; step++) await desk.keyboard.press('ArrowDown')
  await desk.keyboard.press('Enter')
  const question = desk.getByRole('dialog', { name: /^Move Henrik Sørensen to .+ at / })
  await expect(question).toContainText(/^.*This is outside Elena Ruiz’s hours/)
  await expectAccessible(desk)
  await question.getByRole('button', { name: 'Cancel the move' }).click()
  await expect(visit).toHaveAccessibleName(/at 10:15/)

  // a colleague's new event appears in the open calendar at once, and in print
  const elsewhere = await desk.context().newPage()
  await elsewhere.goto(`${clinicOrigin('sunrise')}/clinic`)
  await elsewhere.getByRole('button', { name: 'Add event' }).click()
  const event = elsewhere.getByRole('dialog', { name: 'Block time for an event' })
  await event.getByLabel('Name, such as a holiday').fill('Staff training')
  await event.getByLabel('First day').fill(day)
  await event.getByLabel(/^From/).fill('16:00')
  await event.getByLabel(/^Until/).fill('17:00')
  await event.getByRole('button', { name: 'Add' }).click()
  await expect(event).toHaveCount(0)
  await elsewhere.close()
  await expect(desk.getByText('Staff training').first()).toBeVisible()
  await desk.emulateMedia({ media: 'print' })
  await expect(desk.getByRole('heading', { name: /^Appointments of Sunrise/ })).toBeVisible()
  await expect(desk.getByText('Staff training, 4:00 – 5:00 PM')).toBeVisible()
  await expect(desk.getByRole('row', { name: /Henrik Sørensen/ })).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Print' })).toBeHidden()
  await desk.emulateMedia({ media: null })

  // Back returns from a day to its month
  const view = desk.getByLabel('Show', { exact: true })
  await view.selectOption('month')
  await desk
    .getByRole('button', { name: /: \d appointments?$/ })
    .first()
    .click()
  await expect(view).toHaveValue('day')
  await desk.goBack()
  await expect(view).toHaveValue('month')
  await desk.goBack()
  await expect(view).toHaveValue('day')

  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.getByRole('button', { name: /Henrik Sørensen/ }).click()
  const details = desk.getByRole('dialog', { name: 'Henrik Sørensen' })
  await expect(details).toContainText('Regular Check-up, 30 min with Elena Ruiz')
  await expect(details.getByText('No phone number')).toBeVisible()
  await expect(details.getByRole('link', { name: 'Messages' })).toBeVisible()
  await expect(details.getByRole('link', { name: 'Open the record' })).toBeVisible()
  await expectAccessible(desk)
  await details.getByRole('button', { name: 'Cancel appointment' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(desk.getByText('No appointments on this day.').first()).toBeVisible()
  await expect(desk.getByText('The patient is notified in 30 seconds unless you undo this.')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect(desk.getByText('Appointment restored')).toBeVisible()
  await expect(desk.getByRole('button', { name: /Henrik Sørensen/ })).toBeVisible()
  await desk.context().close()
})
