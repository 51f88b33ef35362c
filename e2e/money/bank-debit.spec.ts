import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { aPlan, closePlan, joinAsPatient, openAs } from '../support/people.ts'
import { advanceClock, clinicOrigin, expectLoaded, signAgreement } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* A clinic offers bank accounts, and patients join with them. The steps build on each other and stop together. */
test.describe.configure({ mode: 'serial' })

const hub = clinicOrigin('sunrise')
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)
const plan = `Bank Care ${run}`
const payer = { name: `Bruno ${run}`, email: `bruno@${run}.test`, password: 'warm-lantern-77' }

let desk: Page
let home: Page
let planId: string

test.beforeAll(async ({ browser }) => {
  desk = await openAs(browser, 'admin@sunrise.test', null, { viewport: { width: 1280, height: 900 } })
  const terms = { kind: 'wellness', name: plan, interval: 'month', amountCents: 4_900 } as const
  planId = await aPlan(desk.request, 'sunrise', terms)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  home = await context.newPage()
  await joinAsPatient(context, 'sunrise', payer)
})
test.afterAll(async () => {
  // restores the clinic for later journeys
  await closePlan(desk.request, 'sunrise', planId)
  await home.context().close()
  await desk.context().close()
})

const setting = () => desk.locator('#bank-debits')

test('a clinic offers bank accounts', async () => {
  await desk.goto(`${hub}/clinic/money?tab=setup#bank-debits`)
  await expect(setting().getByText('Not offered')).toBeVisible()
  await setting().getByRole('button', { name: 'Offer bank accounts' }).click()
  await expect(setting().getByText('Offered', { exact: true })).toBeVisible()
  await expectAccessible(desk)
})

test('a patient joins by bank account', async () => {
  await home.goto(`${hub}/join/plan`)
  await home.getByRole('link', { name: new RegExp(`^Join this plan.*${plan}`) }).click()
  await expect(home.getByText('You pay by card or from your bank account')).toBeVisible()
  await signAgreement(home, payer.name)
  await home.getByRole('button', { name: 'Continue to payment' }).click()
  await home.waitForURL(/\/sandbox\/stripe\//)
  await home.getByRole('link', { name: 'Bank account' }).click()
  await expect(home.getByText('to debit this bank account by ACH')).toBeVisible()
  await expectAccessible(home)
  await home.getByLabel('Name of the account holder').fill(payer.name)
  await home.getByLabel('Routing number').fill('110000000')
  await home.getByLabel('Account number').fill('000123456789')
  await home.getByRole('button', { name: 'Pay $49.00' }).click()
  await home.waitForURL(`${hub}/home**`, { timeout: 30_000 })

  await home.goto(`${hub}/pay`)
  await expect(home.getByText('Payment on its way')).toBeVisible()
  await expect(home.getByText(/\$49\.00 leaves your bank account; .* has it by about /)).toBeVisible()
  await expectAccessible(home)
  await home.goto(`${hub}/pay?tab=methods`)
  await expect(home.getByRole('heading', { name: 'Bank account ending in 6789' })).toBeVisible()
  await expect(home.getByRole('button', { name: 'Add a card or bank account' })).toBeVisible()
  await home.goto(`${hub}/pay?tab=history`)
  await expect(home.getByText('Processing')).toBeVisible()
  await expect(home.getByText('Paid', { exact: true })).toHaveCount(0)
  await expectAccessible(home)
})

test('the team sees a payment as processing, and as paid once it has arrived', async ({ request }) => {
  const row = () => desk.getByRole('row').filter({ hasText: payer.name })
  await desk.goto(`${hub}/clinic/money?tab=payments`)
  await expectLoaded(desk)
  await expect(row().getByText('Processing')).toBeVisible()
  await expect(row().getByText(/^until about /)).toBeVisible()
  await desk.goto(`${hub}/members?search=${encodeURIComponent(payer.name)}`)
  await desk.getByRole('link', { name: payer.name }).first().click()
  await desk.getByRole('tab', { name: 'Money' }).click()
  await expect(desk.getByText(/^Bank debit on its way, \$49\.00\. Next payment on /).first()).toBeVisible()
  await desk.goto(`${hub}/clinic/money?tab=payments`)
  await expectLoaded(desk)
  await advanceClock(request, 'P8D')
  await desk.reload()
  await expect(row().getByText('Paid')).toBeVisible({ timeout: 20_000 })
  await home.goto(`${hub}/pay?tab=history`)
  await expect(home.getByText('Paid', { exact: true }).first()).toBeVisible()
})

test('the clinic stops offering bank accounts', async () => {
  await desk.goto(`${hub}/clinic/money?tab=setup#bank-debits`)
  await setting().getByRole('button', { name: 'Stop offering bank accounts' }).click()
  await expect(setting().getByText('Not offered')).toBeVisible()
})
