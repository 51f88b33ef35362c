import type { Page } from '@playwright/test'
import { aPdf } from '../support/a-pdf.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { aPlan, closePlan, joinAsPatient, openAs } from '../support/people.ts'
import {
  advanceClock,
  clinicOrigin,
  expectLoaded,
  payWithCard,
  signAgreement,
  testCards,
} from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/*
 * A household's plan, on a phone, and the clinic's work on it, at a desk. The steps build on each other and stop
 * together.
 */
test.describe.configure({ mode: 'serial' })

const hub = clinicOrigin('harbor')
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)
const plan = `Row House ${run}`
const payer = { name: `Iris Halloran ${run}`, email: `iris@${run}.test`, password: 'warm-lantern-77' }

let home: Page
let desk: Page
let planId: string

test.beforeAll(async ({ browser }) => {
  desk = await openAs(browser, 'admin@harbor.test', null, { viewport: { width: 1280, height: 900 } })
  planId = await aPlan(desk.request, 'harbor', {
    kind: 'wellness',
    name: plan,
    interval: 'month',
    amountCents: 4_000,
    childCents: 1_500,
    householdCents: 9_000,
    enrolmentCents: 2_000,
    maxPauseMonths: 3,
    leavingRefund: 'unused',
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

// spec: B2.7 A household joins for the amount that was announced
test('a household pays exactly the announced amount', async () => {
  await home.goto(`${hub}/join/plan`)
  await home.getByRole('link', { name: new RegExp(`^Join this plan.*${plan}`) }).click()
  await home.getByRole('button', { name: 'Add a child' }).click()
  await home.getByLabel('Full name', { exact: true }).fill('Ned Halloran')
  // a new row shows no error before the user leaves its fields
  await expect(home.locator('[aria-invalid=true]')).toHaveCount(0)
  await home.getByLabel('Date of birth').fill('2020-04-11')
  await expect(home.getByText('1 child at $15.00').first()).toBeVisible()
  await expect(home.getByText('Then $55.00 every month until you cancel.').first()).toBeVisible()
  await expect(
    home.getByText(/The price fits the \d{4} limit \(\$300 a month for more than one person\)\./),
  ).toBeVisible()
  await home.getByRole('button', { name: 'Show the next 13 charges' }).click()
  await expectAccessible(home)
  await signAgreement(home, payer.name)
  await home.getByRole('button', { name: 'Continue to payment' }).click()
  await home.waitForURL(/\/sandbox\/stripe\//)
  await expect(home.getByText('$75.00').first()).toBeVisible()
  await expectAccessible(home)
  await payWithCard(home, testCards.succeeds, payer.name)
  await home.waitForURL(`${hub}/home**`, { timeout: 30_000 })
  await expect(home.getByText('Active', { exact: true }).first()).toBeVisible()
})

test('a child is added for the rest of the month, and the plan is paused and resumed', async () => {
  await home.goto(`${hub}/pay`)
  await home.getByRole('button', { name: 'Change covered people' }).click()
  const who = home.getByRole('dialog', { name: 'Covered people' })
  await who.getByRole('button', { name: 'Add an adult' }).click()
  await who.getByLabel('Name').fill('Tomas Halloran')
  await expect(who.getByText(/is charged now\./)).toBeVisible()
  await expectAccessible(home)
  await who.getByRole('button', { name: /^Change and pay / }).click()
  await expect(home.getByText('$90.00 every month').first()).toBeVisible()
  await expect(home.getByText('Tomas Halloran').first()).toBeVisible()

  await home.getByRole('button', { name: 'Pause', exact: true }).click()
  const pause = home.getByRole('dialog', { name: 'Pause your plan?' })
  await expect(pause.getByText(/It is credited when your plan resumes\./)).toBeVisible()
  await expectAccessible(home)
  await pause.getByRole('button', { name: 'Pause my plan' }).click()
  await expect(home.getByText('Your plan is paused. Nothing is charged until it resumes.')).toBeVisible()
  await home.getByRole('button', { name: 'Resume now' }).click()
  await home.getByRole('dialog').getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(home.getByText('Active', { exact: true }).first()).toBeVisible()
})

test('a refused renewal is paid from the first page, with one action', async ({ request }) => {
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

  await home.goto(`${hub}/home`)
  await expect(home.getByText(/Your last payment did not go through\./).first()).toBeVisible()
  await expectAccessible(home)
  const pay = home.getByRole('button', { name: 'Pay $90.00 now' })
  await expect(pay).toBeVisible()
  await home.goto(`${hub}/pay`)
  await expect(home.getByRole('button', { name: 'Use another card' })).toBeVisible()
  await expectAccessible(home)
  await pay.click()
  await home.waitForURL(/\/sandbox\/stripe\//)
  await payWithCard(home, '4000 0000 0000 0259', payer.name)
  await expect(home.getByText(/paid/i).first()).toBeVisible()
  await home.goto(`${hub}/pay`)
  await expect(home.getByText('Active', { exact: true }).first()).toBeVisible({ timeout: 15_000 })
})

test('the clinic answers the dispute, and refunds part of another payment', async () => {
  await desk.goto(`${hub}/clinic/money?tab=payments`)
  await expectLoaded(desk)
  const invoices = desk.getByRole('table', { name: 'Invoices', exact: true })
  const disputed = invoices.getByRole('row', { name: new RegExp(payer.name) }).filter({ hasText: '$90.00' })
  const menu = disputed.getByRole('button', { name: /^Actions for / })
  const refundItem = desk.getByRole('menuitem', { name: 'Refund...' })
  await expect(
    disputed.getByText('Disputed: the bank has the money, so it cannot be refunded.'),
  ).toBeVisible()
  await menu.click()
  await expect(desk.getByRole('menuitem', { name: 'Open invoice (PDF)' })).toBeVisible()
  await expect(refundItem).toHaveCount(0)
  await desk.keyboard.press('Escape')
  const disputes = desk.getByRole('table', { name: 'Disputed payments' })
  await disputes.getByRole('button', { name: `Answer the dispute of $90.00 by ${payer.name}` }).click()
  const answer = desk.getByRole('dialog', { name: 'Answer the dispute of $90.00' })
  await answer.getByLabel('Your answer').fill('winning_evidence')
  await answer.locator('input[type=file]').setInputFiles({
    name: 'agreement.pdf',
    mimeType: 'application/pdf',
    buffer: await aPdf(1),
  })
  await expect(answer.getByLabel('Type of agreement.pdf')).toHaveValue('customer_signature')
  await expectAccessible(desk)
  await answer.getByRole('button', { name: 'Send to the bank' }).click()
  await expect(desk.getByText('Your answer is with the bank').first()).toBeVisible()
  // it needs no answer any more
  await expect(disputes).toHaveCount(0)
  await menu.click()
  await expect(refundItem).toBeVisible()
  await desk.keyboard.press('Escape')
  await desk.getByText('Disputed', { exact: true }).click()
  await expect(desk).toHaveURL(/show=disputed/)
  await disputes.getByRole('button', { name: /^Your answer to the dispute/ }).click()
  await expect(desk.getByRole('dialog').getByRole('link', { name: 'agreement.pdf' })).toBeVisible()
  await desk.keyboard.press('Escape')

  await desk.getByText('All', { exact: true }).click()
  await desk.getByRole('searchbox', { name: 'Search payments' }).fill('75')
  const own = invoices.getByRole('row', { name: new RegExp(payer.name) }).filter({ hasText: '$75.00' })
  await own.getByRole('button', { name: /^Actions for / }).click()
  await refundItem.click()
  const refund = desk.getByRole('alertdialog', { name: `Refund $75.00 to ${payer.name}?` })
  await expect(refund.getByLabel('Amount')).toBeFocused()
  await desk.getByLabel('Amount').fill('12.50')
  await desk.getByLabel('Reason').selectOption('Service not provided')
  await expectAccessible(desk)
  await desk
    .getByRole('alertdialog', { name: `Refund $12.50 to ${payer.name}?` })
    .getByRole('button', { name: 'Refund $12.50' })
    .click()
  await expect(desk.getByText('$12.50 refunded').first()).toBeVisible()
  await expect(own).toContainText('Service not provided')
  await expect(own.getByRole('button', { name: /^Actions for / })).toBeFocused()
})

test('receipt details are changed, and a new price is announced to members', async () => {
  await desk.getByRole('tab', { name: 'Set-up' }).click()
  await desk.getByText('On receipts', { exact: true }).click()
  await desk
    .getByRole('button', { name: /^(Add details|Change)$/ })
    .first()
    .click()
  const details = desk.getByRole('dialog', { name: 'On receipts' })
  await details.getByLabel('Legal name').fill('Harbor Women’s Health PLLC')
  await details.getByLabel(/^NPI/).fill('1234567890')
  await details.getByRole('button', { name: /^Save/ }).click()
  await expect(details.getByText(/This NPI is not valid/).first()).toBeVisible()
  await details.getByLabel(/^NPI/).fill('1234567893')
  await expectAccessible(desk)
  await details.getByRole('button', { name: /^Save/ }).click()
  await expect(desk.getByText('NPI 1234567893')).toBeVisible()

  await desk.goto(`${hub}/clinic/plans`)
  await desk
    .getByRole('row', { name: new RegExp(plan) })
    .getByRole('link')
    .first()
    .click()
  await desk.getByRole('link', { name: 'Change for new members' }).click()
  await desk.getByLabel('Price', { exact: false }).first().fill('45')
  await desk.getByRole('button', { name: 'Publish change' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Publish change' }).click()
  await expect(desk.getByText('Plan changed').first()).toBeVisible()
  await desk.getByRole('button', { name: 'Move earlier members' }).click()
  const move = desk.getByRole('dialog')
  await expect(move).toContainText('$40.00 becomes $45.00 for an adult.')
  await expectAccessible(desk)
  await move.getByRole('button', { name: 'Announce to 1 member' }).click()
  await expect(desk.getByText('Announced to 1 member').first()).toBeVisible()
})

test('the payer leaves and gets a refund for the rest of the period', async () => {
  await home.goto(`${hub}/pay`)
  await home.getByRole('button', { name: 'End plan today…' }).click()
  const leave = home.getByRole('dialog', { name: 'End your plan today?' })
  await expect(
    leave.getByText(/^\$\d+\.\d\d is refunded to the card or account you paid with\./),
  ).toBeVisible()
  await expectAccessible(home)
  await leave.getByRole('button', { name: 'End plan today' }).click()
  await expect(home.getByText('Your plan has ended').first()).toBeVisible()
  await expect(home.getByText('Ended', { exact: true }).first()).toBeVisible()
  await expectAccessible(home)
})
