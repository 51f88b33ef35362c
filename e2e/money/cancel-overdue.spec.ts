import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { aPlan, closePlan, joinAsPatient, openAs } from '../support/people.ts'
import {
  advanceClock,
  clinicOrigin,
  newestMail,
  payWithCard,
  setAccountReachable,
  signAgreement,
  testCards,
} from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/*
 * Canceling an overdue plan, and canceling while the payments account is unreachable. The steps share a clinic and stop
 * together.
 */
test.describe.configure({ mode: 'serial' })

const hub = clinicOrigin('harbor')
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)
const planName = `Open Harbor ${run}`

let desk: Page
let planId: string
test.beforeAll(async ({ browser }) => {
  desk = await openAs(browser, 'admin@harbor.test', null)
  planId = await aPlan(desk.request, 'harbor', {
    kind: 'wellness',
    name: planName,
    interval: 'month',
    amountCents: 7_300,
  })
})
test.afterAll(async () => {
  await setAccountReachable(desk.request, 'harbor', true)
  // restores the clinic for later journeys
  await closePlan(desk.request, 'harbor', planId)
  await desk.context().close()
})

async function aMember(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const email = `${name.toLowerCase()}@${run}.test`
  await joinAsPatient(context, 'harbor', { email, name: `${name} ${run}`, password: 'warm-lantern-77' })
  await page.goto(`${hub}/join/plan`)
  await page.getByRole('link', { name: new RegExp(`^Join this plan.*${planName}`) }).click()
  await signAgreement(page)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/sandbox\/stripe\//)
  await payWithCard(page, testCards.succeeds, name)
  await page.waitForURL(`${hub}/home**`, { timeout: 30_000 })
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible()
  return page
}

async function saveCard(page: Page, number: string): Promise<void> {
  await page.goto(`${hub}/pay?tab=methods`)
  await page.getByRole('button', { name: /^(Add a card|Use another card)$/ }).click()
  await page.waitForURL(/\/sandbox\/stripe\//)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Pat Journey')
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.waitForURL(`${hub}/pay**`)
  await expect(page.getByText(`Visa ending in ${number.slice(-4)}`).first()).toBeVisible()
}

test('an overdue payer ends the plan without paying, or pays', async ({ browser, request }) => {
  const [stops, pays] = [await aMember(browser, 'Stops'), await aMember(browser, 'Pays')]
  for (const page of [stops, pays]) await saveCard(page, '4000 0000 0000 0341')
  await advanceClock(request, 'P1M')
  await advanceClock(request, 'PT2H')

  for (const page of [stops, pays]) {
    await page.goto(`${hub}/pay`)
    await expect(page.getByText('Payment failed', { exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  }
  const question = stops.getByRole('alertdialog', { name: 'Cancel subscription?' })
  await question.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(question.getByText('Choose one option.')).toBeVisible()
  await question.getByRole('radio', { name: /^End the plan now/ }).check()
  await expectAccessible(stops)
  await question.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(stops.getByText('$73.00 is not collected, and nothing more is charged.').first()).toBeVisible()
  await expect(stops.getByText('Ended', { exact: true }).first()).toBeVisible()
  const ended = await newestMail(request, `stops@${run}.test`, /^Your plan at/)
  expect(ended.text).toContain('$73.00 is not collected.')

  const other = pays.getByRole('alertdialog', { name: 'Cancel subscription?' })
  await other.getByRole('radio', { name: /^Pay \$73\.00 now/ }).check()
  await other.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(
    pays.getByText('The bank declined the card, and nothing was changed. Use another card.').first(),
  ).toBeVisible()
  await expect(pays.getByText('Payment failed', { exact: true }).first()).toBeVisible()
  await stops.context().close()
  await pays.context().close()
})

test('a cancellation waits while the account is unreachable, and is confirmed afterwards', async ({
  browser,
  request,
}) => {
  const page = await aMember(browser, 'Waits')
  const email = `waits@${run}.test`
  await page.goto(`${hub}/pay`)
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible()
  await setAccountReachable(request, 'harbor', false)
  await page.getByRole('button', { name: 'Cancel Subscription' }).click()
  await page
    .getByRole('alertdialog', { name: 'Cancel subscription?' })
    .getByRole('button', { name: 'Cancel Subscription' })
    .click()
  await expect(page.getByText('The cancellation is recorded').first()).toBeVisible()
  await expect(page.getByText('Not confirmed yet')).toBeVisible()
  await expect(page.getByText(/nothing more is charged/)).toHaveCount(0)
  await expectAccessible(page)
  const waits = await newestMail(request, email, /is recorded$/)
  expect(waits.text).toContain('you may be charged as before')

  await desk.goto(`${hub}/clinic`)
  await desk.getByRole('button', { name: /^Notices/ }).click()
  await expect(desk.getByText(/could not be ended or changed at Stripe/).first()).toBeVisible()

  await setAccountReachable(request, 'harbor', true)
  await advanceClock(request, 'PT2H')
  await page.goto(`${hub}/pay`)
  await expect(page.getByText(/nothing more is charged/)).toBeVisible()
  await newestMail(request, email, /ends on/)
  await page.context().close()
})
