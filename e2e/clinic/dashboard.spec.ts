import type { APIRequestContext } from '@playwright/test'
import { joinAsPatient, openAs, sessionOf } from '../support/people.ts'
import { clinicOrigin, inTwoDays, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* A clinic's dashboard tabs and activity (docs/specification.md B2.9), for an admin and a read-only member. */
const sunrise = clinicOrigin('sunrise')

// spec: B2.9 The tabs Overview, Patients, Staff and Billing and View All Activity have content
// spec: B2.9 Plan Usage shows patients of 250, staff of 15 and storage of 5 GB
test('an admin reads every tab and the whole activity', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/clinic')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page).toHaveURL(/tab=overview/)
  const usage = page.getByRole('region', { name: 'Plan Usage' })
  await expect(usage.getByText(/^\d+ of 250$/)).toBeVisible()
  await expect(usage.getByText(/^\d+ of 15$/)).toBeVisible()
  await expect(usage.getByText(/ of 5 GB$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Subscription' })).toContainText('Partnership')
  await expect(
    page.getByRole('region', { name: 'Recent Patients' }).getByRole('listitem').first(),
  ).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Quick Links' }).getByRole('link', { name: 'Add Patient' }),
  ).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem').first(),
  ).toBeVisible()

  await page.getByRole('tab', { name: 'Patients' }).click()
  await expect(page.getByRole('table', { name: 'Recent Patients' })).toBeVisible()
  await page.getByRole('tab', { name: 'Staff' }).click()
  await expect(page.getByRole('table', { name: 'Team members' }).getByText('ruth@sunrise.test')).toBeVisible()
  await page.getByRole('tab', { name: 'Billing' }).click()
  await expect(page.getByRole('link', { name: 'All payments and statements' })).toBeVisible()

  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'View All Activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  await page.getByLabel('About').selectOption('Plans')
  await expect(page).toHaveURL(/about=plans/)
  const rows = page.getByRole('table', { name: 'Activity' }).locator('tbody').getByRole('row')
  await expect(rows.filter({ hasText: 'published' }).first()).toBeVisible()
  await expect(rows.filter({ hasText: /records? read/ })).toHaveCount(0)
  await page.getByLabel('By').selectOption('Ruth Feldman')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows.first()).toBeVisible()
  await page.context().close()
})

test('a read-only member sees patients and staff, no money and no activity', async ({ browser }) => {
  const page = await openAs(browser, 'ruth@sunrise.test', '/clinic')
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'Recent Patients' })).toBeVisible()
  for (const name of ['Recent Activity', 'Subscription'])
    await expect(page.getByRole('region', { name })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add Patient' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Billing' })).toHaveCount(0)
  await page.goto(`${sunrise}/clinic/activity`)
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  await page.context().close()
})

// spec: B2.9 For staff the visits of the day come first
// spec: A4 For staff /clinic opens with the visits of the day
test('for staff, Appointments leads the navigation, and the day’s visits come before the figures', async ({
  browser,
}) => {
  const page = await openAs(browser, 'staff@sunrise.test', '/clinic', {
    viewport: { width: 1280, height: 900 },
  })
  await expect(page.getByRole('navigation').getByRole('link').first()).toHaveText('Appointments')
  const day = page.getByRole('region', { name: 'Today’s visits' })
  await expect(day.getByRole('heading', { name: /^Next Appointment/ })).toBeVisible()
  const visits = await day.boundingBox()
  const figures = await page.getByText('Total Patients').first().boundingBox()
  expect(visits?.y).toBeLessThan(figures?.y ?? 0)
  // the first thing to do is near the top
  expect(visits?.y).toBeLessThan(170)
})

test('“Needs you” counts overdue tasks and leads to them; a read-only member gets no buttons', async ({
  browser,
  request,
}) => {
  const title = `Order gloves ${Date.now().toString(36)}`
  const { access_token: token, user } = await sessionOf(request, 'admin@sunrise.test')
  const saved = await request.post(`${serverAddress}/functions/v1/save-task`, {
    headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
    data: { version: 0, title, patientId: '', assigneeId: user.id, dueOn: '2026-01-05' },
  })
  expect(saved.status()).toBe(200)
  const page = await openAs(browser, 'admin@sunrise.test', '/clinic')
  const needs = page.getByRole('region', { name: 'Needs you today' })
  const overdue = needs.getByRole('listitem').filter({ hasText: /overdue/ })
  // the worker's other journeys move the clock, so that more may be overdue
  const counted = await overdue.locator('span').first().innerText()
  await overdue.getByRole('link', { name: 'See tasks' }).click()
  await expect(page).toHaveURL(/#tasks$/)
  await expect(page.getByRole('region', { name: 'Tasks' })).toBeInViewport()
  await page.getByRole('checkbox', { name: `Done: ${title}` }).click()
  await expect(needs.getByText(counted)).toHaveCount(0)
  await page.context().close()

  const reader = await openAs(browser, 'ruth@sunrise.test', '/clinic')
  await expect(reader.getByRole('region', { name: 'Today’s visits' })).toBeVisible()
  await expect(reader.getByRole('button', { name: /^(Arrived|Start|Finish|No-show)/ })).toHaveCount(0)
  await expect(reader.getByRole('link', { name: 'Schedule' })).toHaveCount(0)
  await reader.context().close()
})

test('“See requests” lists only requests, and the provider’s notice names the visit', async ({
  browser,
  request,
}) => {
  // a unique name, so that the run can be repeated on the same server
  const name = `Rita Request ${Date.now().toString(36)}`
  const person = { name, email: `rita-${crypto.randomUUID()}@visits.test`, password: 'a quiet long password' }
  const own = await browser.newContext()
  await joinAsPatient(own, 'sunrise', person)
  await own.close()
  const { access_token: token } = await sessionOf(request, person.email, person.password)
  const send = async (action: string, data: object) => {
    const answer = await request.post(`${serverAddress}/functions/v1/${action}`, {
      data,
      headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
    })
    return answer.json()
  }
  const kind = { appointmentType: 'consultation' }
  const admin = await openAs(browser, 'admin@sunrise.test', '/clinic')
  const providerId = await providerOf(admin.request, 'Maya*')
  const from = await inTwoDays(request)
  const { times } = await send('free-times', { ...kind, providerId, from, days: 14 })
  expect(await send('book-appointment', { ...kind, ...times.at(-1) })).toMatchObject({ isRequest: true })

  await admin.reload()
  await admin.getByRole('link', { name: 'See requests' }).first().click()
  await expect(admin.getByLabel('Show', { exact: true })).toHaveValue('requested')
  await expect(admin.getByRole('link', { name })).toBeVisible()
  const rows = admin.getByRole('main').getByRole('listitem')
  await expect(rows.getByRole('button', { name: /^Accept/ })).toHaveCount(await rows.count())
  await admin.goto(`${sunrise}/clinic/notices`)
  const notice = admin.getByRole('link', { name: `${name} has asked for a visit` })
  await expect(notice).toContainText(/with Maya Okafor/)
  await admin.context().close()
})

async function providerOf(request: APIRequestContext, name: string): Promise<string> {
  const { access_token: token } = await sessionOf(request, 'admin@sunrise.test')
  const answer = await request.get(`${serverAddress}/rest/v1/providers?name=like.${name}&select=id`, {
    headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
  })
  const [row] = (await answer.json()) as { id: string }[]
  return row?.id ?? ''
}
