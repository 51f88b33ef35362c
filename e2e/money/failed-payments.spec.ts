import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { aPlan, closePlan, joinAsPatient, openAs } from '../support/people.ts'
import {
  advanceClock,
  buttonOf,
  clinicOrigin,
  expectLoaded,
  newestMail,
  payWithCard,
  signAgreement,
  testCards,
} from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/*
 * A clinic follows up a failed renewal: from the dashboard to the payment. The steps build on each other and stop
 * together.
 */
test.describe.configure({ mode: 'serial' })

const hub = clinicOrigin('harbor')
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)
const plan = `Late Care ${run}`
const payer = { name: `Mira Sandoval ${run}`, email: `mira@${run}.test`, password: 'warm-lantern-77' }

let home: Page
let desk: Page
let planId: string

test.beforeAll(async ({ browser }) => {
  desk = await openAs(browser, 'admin@harbor.test', null, { viewport: { width: 1280, height: 900 } })
  planId = await aPlan(desk.request, 'harbor', {
    kind: 'wellness',
    name: plan,
    interval: 'month',
    amountCents: 6_100,
  })
  home = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await joinAsPatient(home.context(), 'harbor', payer)
})
test.afterAll(async () => {
  // restores the clinic for later journeys
  await closePlan(desk.request, 'harbor', planId)
  await home.context().close()
  await desk.context().close()
})

const row = () =>
  desk.getByRole('list', { name: 'Failed payments' }).getByRole('listitem').filter({ hasText: payer.name })

test('before joining, a patient reads how the fee relates to the limit of health savings accounts', async () => {
  await home.goto(`${hub}/join/plan`)
  await home.getByRole('link', { name: new RegExp(`^Join this plan.*${plan}`) }).click()
  await expect(
    home.getByText(
      /The price fits the \d{4} limit \(\$150 a month for one person\)\. Ask your HSA provider\./,
    ),
  ).toBeVisible()
  await expectAccessible(home)
  await signAgreement(home, payer.name)
  await home.getByRole('button', { name: 'Continue to payment' }).click()
  await home.waitForURL(/\/sandbox\/stripe\//)
  await payWithCard(home, testCards.succeeds, payer.name)
  await home.waitForURL(`${hub}/home**`, { timeout: 30_000 })
  await expect(home.getByText('Active', { exact: true }).first()).toBeVisible()
})

test('the dashboard links to the failed payment, its reason and the next attempt', async ({ request }) => {
  await home.goto(`${hub}/pay?tab=methods`)
  await home.getByRole('button', { name: /^(Add a card|Use another card)$/ }).click()
  await home.waitForURL(/\/sandbox\/stripe\//)
  await home.getByLabel('Card number').fill('4000 0000 0000 0341')
  await home.getByLabel('Expiry').fill('12 / 34')
  await home.getByLabel('CVC').fill('123')
  await home.getByLabel('Name on card').fill(payer.name)
  await home.getByRole('button', { name: 'Save card' }).click()
  await home.waitForURL(`${hub}/pay**`)
  await expect(home.getByText('Visa ending in 0341').first()).toBeVisible()
  await advanceClock(request, 'P1M')
  await advanceClock(request, 'PT2H')
  const mail = await newestMail(request, payer.email, /did not go through/)
  expect(buttonOf(mail)).toBe(`${hub}/pay`)

  await desk.goto(`${hub}/clinic`)
  await desk
    .getByRole('region', { name: 'Needs you today' })
    .getByRole('listitem')
    .filter({ hasText: /failed/ })
    .getByRole('link', { name: 'Fix payment' })
    .first()
    .click()
  await expect(desk).toHaveURL(/\/clinic\/money.*#failed-payments$/)
  await expect(desk.getByRole('heading', { name: 'Failed payments' })).toBeFocused()
  await expect(row()).toContainText('$61.00')
  await expect(row()).toContainText(`${plan}, due since`)
  await expect(row()).toContainText('The bank declined the card.')
  await expect(row()).toContainText(/Next retry .*Benefits until .*Link sent/)
  await expectLoaded(desk)
  await expectAccessible(desk)
})

test('the open invoice is in the report, and leads to its patient', async () => {
  await desk.goto(`${hub}/clinic/money?tab=reports`)
  const open = desk
    .getByRole('table', { name: 'Open invoices' })
    .getByRole('row', { name: new RegExp(payer.name) })
  await expect(open).toContainText('$61.00')
  await open.getByRole('link', { name: payer.name }).click()
  await expect(desk.getByRole('heading', { level: 1, name: payer.name })).toBeVisible()
  await expect(desk.getByRole('tab', { name: 'Money', selected: true })).toBeVisible()
  await desk.getByRole('link', { name: 'Fix payment' }).click()
  await expect(desk.getByRole('heading', { name: 'Failed payments' })).toBeFocused()
  await expect(row().getByRole('button', { name: `Retry the card: ${payer.name}` })).toBeVisible()
})

test('staff without access to money find members with failed payments', async ({ browser }) => {
  const staff = await openAs(browser, 'staff@harbor.test', '/clinic')
  await staff.getByRole('link', { name: 'See failed payments' }).first().click()
  await expect(staff).toHaveURL(/\/members\?.*payment=past_due/)
  const members = staff.getByRole('table', { name: 'Members' })
  await expect(members.getByRole('row', { name: new RegExp(payer.name) })).toBeVisible()
  await staff.context().close()
})

test('members are filtered by plan and failed payment, and the filter is cleared', async () => {
  await desk.goto(`${hub}/clinic/plans`)
  await desk.getByRole('link', { name: `1 member of ${plan}` }).click()
  await expect(desk).toHaveURL(new RegExp(`/members\\?.*plan=${planId}`))
  const members = desk.getByRole('table', { name: 'Members' })
  await expect(members.getByRole('row', { name: new RegExp(payer.name) })).toBeVisible()
  await expect(members.locator('tbody').getByRole('row')).toHaveCount(1)
  await expect(desk.getByLabel('Plan', { exact: true })).toHaveValue(planId)
  await desk.getByLabel('Payment', { exact: true }).selectOption('Payment failed')
  await expect(desk).toHaveURL(/payment=past_due/)
  await expect(members.locator('tbody').getByRole('row')).toHaveCount(1)
  await desk.reload()
  await expect(members.getByRole('row', { name: new RegExp(payer.name) })).toBeVisible()
  await desk.getByLabel('Payment', { exact: true }).selectOption('Paused')
  await desk.getByRole('button', { name: 'Clear filters' }).click()
  await expect(desk.getByLabel('Plan', { exact: true })).toHaveValue('all')
  await expect(desk).not.toHaveURL(/plan=|payment=/)
})

test('the card is retried, the link is mailed once a day, and a paid member leaves the list', async ({
  request,
}) => {
  await desk.goto(`${hub}/clinic/money?tab=payments`)
  await row()
    .getByRole('button', { name: `Retry the card: ${payer.name}` })
    .click()
  const question = desk.getByRole('alertdialog', { name: `Charge $61.00 to the card of ${payer.name}?` })
  await expectAccessible(desk)
  await question.getByRole('button', { name: 'Charge $61.00' }).click()
  await expect(row()).toContainText(/Retried \d+:\d\d [AP]M.*The bank declined the card\./)
  await expect(question).toBeHidden()
  // the row states it: a toast would cover the next button of a phone
  await expect(desk.getByText('The payment was not made')).toHaveCount(0)
  await desk.goto(`${hub}/clinic`)
  const need = desk
    .getByRole('region', { name: 'Needs you today' })
    .getByRole('listitem')
    .filter({ hasText: payer.name })
  await expect(need).toContainText(/failed\. Retried \d+:\d\d [AP]M/)
  await desk.goto(`${hub}/clinic/money?tab=payments`)

  const send = row().getByRole('button', { name: `Send the payment link to ${payer.name}` })
  const first = await newestMail(request, payer.email, /did not go through/)
  await expect(row()).toContainText('can be sent again')
  await expect(send).toHaveCount(0)
  await advanceClock(request, 'P1D')
  await desk.reload()
  await send.click()
  await expect(desk.getByText(`The payment link was emailed to ${payer.name}`).first()).toBeVisible()
  await expect(row()).toContainText(/Link sent \d+:\d\d [AP]M/)

  await home.goto(buttonOf(await newestMail(request, payer.email, /did not go through/, first)))
  await home.getByRole('button', { name: 'Pay $61.00 now' }).click()
  await home.waitForURL(/\/sandbox\/stripe\//)
  await payWithCard(home, testCards.succeeds, payer.name)
  await home.waitForLoadState()
  await home.goto(`${hub}/pay`)
  // Stripe's event has been processed
  await expect(home.getByText('Active', { exact: true }).first()).toBeVisible()
  await desk.goto(`${hub}/clinic/money?tab=payments`)
  await expectLoaded(desk)
  await expect(desk.getByRole('table', { name: 'Invoices', exact: true })).toBeVisible()
  await expect(row()).toHaveCount(0)
})
