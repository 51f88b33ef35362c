import { type APIRequestContext, expect as check } from '@playwright/test'
import { addDays, weekdayOf } from '#domain/values/zones.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs, sessionOf } from '../support/people.ts'
import { advanceClock, newestMail, serverAddress, serverNow } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const run = Date.now().toString(36)
const petra = { name: 'Petra Handed', email: `handed@${run}.test`, password: 'a quiet long password' }

/** A Thursday in some weeks, on which the demo has no visits. */
async function quietDay(request: APIRequestContext): Promise<string> {
  const soon = addDays((await serverNow(request)).toISOString().slice(0, 10), 56)
  return addDays(soon, (11 - weekdayOf(soon)) % 7)
}

/** Calls as the demo's admin. */
async function adminOf(request: APIRequestContext) {
  const { access_token: token } = await sessionOf(request, 'admin@sunrise.test')
  const headers = { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' }
  const idOf = async (query: string) => {
    const answer = await request.get(`${serverAddress}/rest/v1/${query}&select=id`, { headers })
    const [row] = (await answer.json()) as { id: string }[]
    return row?.id ?? ''
  }
  return {
    idOf,
    async book(visit: { patientId: string; providerId: string; date: string; time: string }) {
      const answer = await request.post(`${serverAddress}/functions/v1/schedule-appointment`, {
        data: { ...visit, appointmentType: 'checkup', roomId: '', notes: '', duration: 30 },
        headers,
      })
      check(answer.status(), await answer.text()).toBe(200)
    },
  }
}

test('the visits of a sick provider are handed over at once, undone, and moved to another day', async ({
  browser,
  request,
}) => {
  const day = await quietDay(request)
  const admin = await adminOf(request)
  const own = await browser.newContext()
  await joinAsPatient(own, 'sunrise', petra)
  await own.close()
  const [patientId, henrik, elena, maya] = await Promise.all([
    admin.idOf(`patients?full_name=eq.${encodeURIComponent(petra.name)}`),
    admin.idOf('patients?full_name=like.Henrik*'),
    admin.idOf('providers?name=like.Elena*'),
    admin.idOf('providers?name=like.Maya*'),
  ])
  for (const time of ['09:00', '10:00', '11:00'])
    await admin.book({ patientId, providerId: elena, date: day, time })
  await admin.book({ patientId: henrik, providerId: maya, date: day, time: '11:15' })

  const desk = await openAs(browser, 'staff@sunrise.test', `/appointments?tab=calendar&view=day&on=${day}`, {
    viewport: { width: 1280, height: 900 },
  })
  await desk.getByRole('button', { name: 'Move the visits of Elena Ruiz' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Move a provider’s visits' })
  await expect(dialog.getByText(/^Choose who takes the visits first/)).toBeVisible()
  await dialog.getByLabel('Hand over to').selectOption({ label: 'Maya Okafor (free for 2 of 3)' })
  await expect(dialog.getByRole('checkbox', { name: 'All visits' })).not.toBeChecked()
  const taken = dialog.getByRole('checkbox', { name: /Petra Handed, .+11:00/ })
  await expect(taken).toBeDisabled()
  await expect(taken).toHaveAccessibleDescription(/ has another visit then/)
  await expect(dialog.getByText('Email: “2 times were changed”')).toHaveCount(2)
  await expect(dialog.getByRole('checkbox', { name: 'Mark Elena Ruiz as off on these days' })).toBeChecked()
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Move 2 visits' }).click()
  await expect(dialog.getByText('2 visits moved')).toBeVisible()
  await expect(dialog.getByText('Now with Maya Okafor')).toHaveCount(2)
  const stays = dialog.getByRole('listitem').filter({ hasText: /Not moved\. .+ has another visit then/ })
  await expect(stays.getByRole('link', { name: 'Show in the calendar' })).toBeVisible()
  await expectAccessible(desk)
  // also after the dialog has closed
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await desk.getByRole('button', { name: 'Undo all' }).click()
  await expect(desk.getByText('2 visits restored')).toBeVisible()

  await desk.getByRole('button', { name: 'Move the visits of Elena Ruiz' }).click()
  await dialog.getByLabel('Hand over to').selectOption({ label: 'Maya Okafor (free for 2 of 3)' })
  await dialog.getByRole('button', { name: 'Move 2 visits' }).click()
  await expect(dialog.getByText('Elena Ruiz is marked as off on these days.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(desk.getByRole('button', { name: /^Petra Handed.+with Maya Okafor/ })).toHaveCount(2)
  // mails about the team's changes wait for 30 seconds (docs/decisions/0173)
  await advanceClock(request, 'PT31S')
  await newestMail(request, petra.email, /^2 times were changed/)
  await desk.context().close()
})

test('from a phone, a search for “sick” moves a visit to the next free time', async ({
  browser,
  request,
}) => {
  const day = addDays(await quietDay(request), 7)
  const admin = await adminOf(request)
  const [patientId, providerId] = await Promise.all([
    admin.idOf('patients?full_name=like.Henrik*'),
    admin.idOf('providers?name=like.Elena*'),
  ])
  await admin.book({ patientId, providerId, date: day, time: '09:00' })
  const phone = await openAs(browser, 'staff@sunrise.test', '/clinic', {
    viewport: { width: 390, height: 844 },
  })
  await phone.getByRole('button', { name: 'Search everywhere' }).click()
  await phone.getByRole('combobox', { name: 'Search people, pages and actions' }).fill('sick')
  await phone.getByRole('option', { name: 'Move a provider’s visits' }).click()
  const small = phone.getByRole('dialog', { name: 'Move a provider’s visits' })
  await small.getByLabel('Provider', { exact: true }).selectOption({ label: 'Elena Ruiz' })
  await small.getByLabel('First day').fill(day)
  await small.getByText('New times', { exact: true }).click()
  const time = small.getByLabel('New time of Henrik Sørensen')
  await expect(time).not.toHaveValue('')
  await expect(small.getByLabel('New day of Henrik Sørensen')).not.toHaveValue(day)
  await time.fill('03:00')
  await expect(small.getByText(/^This is outside Elena Ruiz’s hours \(\d/)).toBeVisible()
  await time.fill('13:30')
  await expectAccessible(phone)
  // the buttons stay in view while the dialog scrolls
  const move = small.getByRole('button', { name: 'Move 1 visit' })
  await small.getByLabel('Provider', { exact: true }).scrollIntoViewIfNeeded()
  await expect(move).toBeInViewport()
  await move.click()
  await expect(small.getByText(/^Now .+ at 1:30/)).toBeVisible()
  await phone.context().close()
})
