import { type APIRequestContext, type Browser, expect as check, type Page } from '@playwright/test'
import { addDays, weekdayOf } from '#domain/values/zones.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { inviteTo, joinAsPatient, openAs, sessionOf } from '../support/people.ts'
import { advanceClock, clinicOrigin, newestMail, serverAddress, serverNow } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const sunrise = clinicOrigin('sunrise')
const run = Date.now().toString(36)
const nadia = { name: 'Nadia Leaving', email: `nadia@${run}.test`, password: 'quiet-river-41' }

/** A Tuesday in some weeks, on which the demo has no visits. */
async function quietDay(request: APIRequestContext): Promise<string> {
  const soon = addDays((await serverNow(request)).toISOString().slice(0, 10), 49)
  return addDays(soon, (9 - weekdayOf(soon)) % 7)
}

/** Calls as the demo's admin. */
async function adminOf(request: APIRequestContext) {
  const { access_token: token } = await sessionOf(request, 'admin@sunrise.test')
  const headers = { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' }
  return {
    async call<Answer>(name: string, data: object): Promise<Answer> {
      const answer = await request.post(`${serverAddress}/functions/v1/${name}`, { data, headers })
      check(answer.status(), await answer.text()).toBe(200)
      return answer.json()
    },
    async rows<Row>(query: string): Promise<Row[]> {
      return (await request.get(`${serverAddress}/rest/v1/${query}`, { headers })).json()
    },
  }
}

/** Accepts a team invitation. @returns the account's id */
async function joinTeam(browser: Browser, request: APIRequestContext): Promise<string> {
  const link = await inviteTo(request, 'sunrise', { email: nadia.email, role: 'member', name: nadia.name })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Open the invitation' }).click()
  await page.getByLabel('Password', { exact: true }).fill(nadia.password)
  await page.getByRole('button', { name: 'Set Password & Join Clinic' }).click()
  await page.waitForURL(`${sunrise}/clinic**`)
  await context.close()
  return (await sessionOf(request, nadia.email, nadia.password)).user.id
}

/** Mails about the team's changes wait for 30 seconds (docs/decisions/0173). */
async function endUndo(request: APIRequestContext): Promise<void> {
  await advanceClock(request, 'PT31S')
}

const isOnTheSite = async (page: Page) => {
  await page.goto(sunrise)
  await expect(page.getByRole('heading', { level: 2, name: 'Our team' })).toBeVisible()
  return (await page.getByText(nadia.name).count()) > 0
}

// spec: B2.10 A member who is removed is no longer bookable
test('a provider leaves: two visits are handed over, one is canceled, and the patient is notified', async ({
  browser,
  request,
  page,
}) => {
  const day = await quietDay(request)
  const admin = await adminOf(request)
  const userId = await joinTeam(browser, request)
  const { providerId } = await admin.call<{ providerId: string }>('save-provider', {
    ...{ version: 0, userId, name: nadia.name, title: 'Physiotherapist', types: [] },
    ...{ isActive: true, isPublic: true },
    hours: [{ day: 2, opens: '09:00', closes: '17:00', validFrom: '2024-01-01', validUntil: null }],
  })
  const patient = { name: 'Petra Planned', email: `petra@${run}.test`, password: 'a quiet long password' }
  const own = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await joinAsPatient(own, 'sunrise', patient)
  const [record] = await admin.rows<{ id: string }>(
    `patients?full_name=eq.${encodeURIComponent(patient.name)}&select=id&order=created_at.desc`,
  )
  for (const time of ['09:00', '11:00', '14:00'])
    await admin.call('schedule-appointment', {
      ...{ patientId: record?.id, appointmentType: 'checkup', providerId, roomId: '', notes: '' },
      ...{ date: day, time, duration: 30 },
    })
  await endUndo(request)
  await newestMail(request, patient.email, /^Booked: .+ 2:00/)
  await expect.poll(() => isOnTheSite(page)).toBe(true)

  const desk = await openAs(browser, 'admin@sunrise.test', '/settings/team', {
    viewport: { width: 1280, height: 900 },
  })
  await desk.getByRole('button', { name: `Delete ${nadia.name} from the team` }).click()
  const dialog = desk.getByRole('alertdialog', { name: `Delete ${nadia.name} from the team?` })
  await expect(dialog.getByRole('heading', { name: '3 visits ahead' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog.getByText('Please choose for the 3 remaining visits.')).toBeVisible()
  await expectAccessible(desk)
  await dialog.getByLabel('All visits').selectOption({ label: 'Hand over to Elena Ruiz' })
  const last = dialog.getByRole('combobox', { name: /^Visit of Petra Planned, .+2:00/ })
  await last.selectOption({ label: 'Cancel' })
  // a patient books while the dialog is open
  await admin.call('schedule-appointment', {
    ...{ patientId: record?.id, appointmentType: 'checkup', providerId, roomId: '', notes: '' },
    ...{ date: addDays(day, 7), time: '10:00', duration: 30 },
  })
  await expect(dialog.getByRole('heading', { name: '4 visits ahead' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog.getByText('Please choose for the remaining visit.')).toBeVisible()
  await dialog.getByRole('combobox', { name: /10:00/ }).selectOption({ label: 'Hand over to Elena Ruiz' })
  // a press shortly after another one counts as a double click
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click({ timeout: 1_000 })
    await expect(desk.getByText(`${nadia.name} was deleted from the team.`).first()).toBeVisible()
  }).toPass({ timeout: 20_000 })
  await expect(dialog).toHaveCount(0)

  await endUndo(request)
  await newestMail(request, patient.email, /^Canceled: .+ 2:00/)
  await newestMail(request, patient.email, /^Changed: .+ 9:00/)
  await expect.poll(() => isOnTheSite(page)).toBe(false)
  const { times } = await admin.call<{ times: { providerId: string }[] }>('free-times', {
    ...{ appointmentType: 'checkup', from: day, days: 14 },
  })
  expect(times.filter((each) => each.providerId === providerId)).toEqual([])
  const visits = await own.newPage()
  await visits.goto(`${sunrise}/appointments`)
  await expect(visits.getByText('with Elena Ruiz').first()).toBeVisible()
  await desk.goto(`${sunrise}/appointments?tab=calendar&view=day&on=${day}`)
  await expect(desk.getByRole('button', { name: /^Petra Planned.+with Elena Ruiz/ })).toHaveCount(2)
  await desk.context().close()
  await own.close()
})

// spec: B3 A change lists the visits that it makes impossible
test('a day off lists the visits that it affects, and is saved anyway', async ({ browser, request }) => {
  const day = addDays(await quietDay(request), 1)
  const admin = await adminOf(request)
  const [elena] = await admin.rows<{ id: string }>('providers?name=like.Elena*&select=id')
  const [henrik] = await admin.rows<{ id: string }>('patients?full_name=like.Henrik*&select=id')
  await admin.call('schedule-appointment', {
    ...{ patientId: henrik?.id, appointmentType: 'checkup', providerId: elena?.id, roomId: '', notes: '' },
    ...{ date: day, time: '11:00', duration: 30 },
  })
  const desk = await openAs(browser, 'admin@sunrise.test', '/settings/scheduling?tab=days', {
    viewport: { width: 390, height: 844 },
  })
  const card = desk.getByRole('region', { name: 'Days off, holidays and extra hours' })
  await card.getByLabel('First day').fill(day)
  await card.getByRole('button', { name: 'Add' }).click()
  const question = desk.getByRole('alertdialog', { name: /lies? outside these hours/ })
  await expect(question).toContainText('Henrik Sørensen')
  await expectAccessible(desk)
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(question).toHaveCount(0)
  await expect(card.getByLabel('First day')).toHaveValue(day)
  await card.getByRole('button', { name: 'Add' }).click()
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(card.getByLabel('First day')).toHaveValue('')
  await desk.getByRole('button', { name: 'Move visits' }).click()
  const handover = desk.getByRole('dialog', { name: 'Move a provider’s visits' })
  await expect(handover.getByLabel('Provider', { exact: true })).toHaveValue(elena?.id ?? '')
  await expect(handover.getByText(/^Henrik Sørensen/).first()).toBeVisible()
  await desk.context().close()
})
