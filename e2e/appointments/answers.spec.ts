import type { APIRequestContext } from '@playwright/test'
import type { ActionOutput } from '#web/lib/fetch/actions.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs, sessionOf } from '../support/people.ts'
import {
  advanceClock,
  buttonOf,
  clinicOrigin,
  newestMail,
  serverAddress,
  serverNow,
} from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const password = 'a quiet long password'
const phone = { viewport: { width: 390, height: 844 } }

/** Books a follow-up in three days or later. */
async function bookAhead(request: APIRequestContext, email: string): Promise<Date> {
  const { access_token: token } = await sessionOf(request, email, password)
  const call = async (name: string, data: object) => {
    const answer = await request.post(`${serverAddress}/functions/v1/${name}`, {
      data,
      headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    return answer.json()
  }
  const from = new Date((await serverNow(request)).getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  const wish = { appointmentType: 'followup', from, days: 14 }
  const { times } = (await call('free-times', wish)) as ActionOutput<'free-times'>
  const [time] = times
  if (!time) throw new Error('no free time')
  await call('book-appointment', { appointmentType: 'followup', ...time })
  return new Date(time.startsAt)
}

test('a reminder’s link confirms and cancels without signing in; the desk sees it and confirms by phone', async ({
  browser,
  request,
}) => {
  const run = crypto.randomUUID().slice(0, 6)
  const name = `Ada Answer ${run}`
  const email = `ada-${run}@answers.test`
  const own = await browser.newContext(phone)
  await joinAsPatient(own, 'sunrise', { email, name, password })
  await own.close()
  const startsAt = await bookAhead(request, email)
  const now = await serverNow(request)
  const seconds = Math.round((startsAt.getTime() - now.getTime()) / 1000) - 22 * 3600
  await advanceClock(request, `PT${seconds}S`)

  const link = buttonOf(await newestMail(request, email, /^Reminder: /))
  expect(new URL(link).pathname).toBe('/answer')
  const visitor = await browser.newContext(phone)
  const page = await visitor.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Will you come?' })).toBeVisible()
  await expect(page.getByText(/^Sunrise Family Clinic expects you on /)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I will come' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  const desk = await openAs(browser, 'staff@sunrise.test', '/appointments', {
    viewport: { width: 1280, height: 900 },
  })
  await desk.getByLabel('Search', { exact: true }).fill(name)
  const row = desk.getByRole('listitem').filter({ hasText: name })
  await expect(row.getByText('Confirmed', { exact: true })).toBeVisible()
  const choose = async (item: string) => {
    await row.getByRole('button', { name: `More about ${name}` }).click()
    await desk.getByRole('menuitem', { name: item }).click()
  }
  await choose('Remove confirmation')
  await expect(row.getByText('Confirmed', { exact: true })).toBeHidden()
  // a press while the list is read again does nothing
  await expect(async () => {
    await choose('Confirmed by phone')
    await expect(row.getByText('Confirmed', { exact: true })).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await desk.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row.getByText('Confirmed', { exact: true })).toBeHidden()

  await page.reload()
  await page.getByRole('button', { name: 'I cannot come' }).click()
  await expect(page.getByText(/^It is less than 24 hours until then/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose another time' })).toHaveAttribute('href', /\/open\/v\./)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel this time' }).click()
  await expect(page.getByRole('heading', { name: 'This time is canceled' })).toBeVisible()
  await expect(row).toHaveCount(0)
  await desk.context().close()
  await visitor.close()
})

test('a patient confirms the next visit in the portal, and reads the rule before canceling', async ({
  browser,
  request,
}) => {
  const run = crypto.randomUUID().slice(0, 6)
  const email = `hugo-${run}@answers.test`
  const context = await browser.newContext(phone)
  await joinAsPatient(context, 'sunrise', { email, name: `Hugo Home ${run}`, password })
  await bookAhead(request, email)
  const page = await context.newPage()
  await page.goto(`${clinicOrigin('sunrise')}/appointments`)
  const card = page.getByRole('main')
  await card.getByRole('button', { name: /^I will come: / }).click()
  await expect(card.getByText('You confirmed that you will come')).toBeVisible()
  await expect(card.getByRole('button', { name: /^I will come/ })).toHaveCount(0)
  await card.getByRole('button', { name: /^Cancel visit on / }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText(/^You can move or cancel freely until 24 hours/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Choose another time' }).click()
  await expect(page.getByRole('heading', { name: 'Move your visit' })).toBeVisible()
  await context.close()
})
