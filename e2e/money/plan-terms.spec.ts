import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { aPlan, joinAsPatient, openAs } from '../support/people.ts'
import {
  clinicOrigin,
  expectLoaded,
  payWithCard,
  serverNow,
  signAgreement,
  testCards,
} from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/*
 * Terms of joining: coupon, tax, free days. The patient is on a phone, the clinic at a desk. The steps build on each
 * other and stop together.
 */
test.describe.configure({ mode: 'serial' })

const hub = clinicOrigin('harbor')
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)
const plan = `Sea Wall ${run}`
const smaller = `Sea Spray ${run}`
const code = `TIDE-${run}`.toUpperCase()
const payer = { name: `Wanda Oriel ${run}`, email: `wanda@${run}.test`, password: 'warm-lantern-77' }

let home: Page
let desk: Page

test.beforeAll(async ({ browser }) => {
  desk = await openAs(browser, 'admin@harbor.test', null, { viewport: { width: 1280, height: 900 } })
  const terms = { kind: 'wellness', interval: 'month', trialDays: 0 } as const
  await aPlan(desk.request, 'harbor', { ...terms, name: plan, amountCents: 4_000, childCents: 2_000 })
  await aPlan(desk.request, 'harbor', {
    ...terms,
    name: smaller,
    amountCents: 3_000,
    childCents: 1_000,
    trialDays: 14,
  })
  home = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await joinAsPatient(home.context(), 'harbor', payer)
})
test.afterAll(async () => {
  await home.context().close()
  await desk.context().close()
})

test('the clinic creates a code and sets a tax; both apply to patients who join afterwards', async () => {
  await desk.goto(`${hub}/clinic/plans`)
  await desk.getByRole('button', { name: 'New code' }).click()
  const coupon = desk.getByRole('dialog', { name: 'New coupon code' })
  await coupon.getByLabel('Code', { exact: true }).fill(code)
  await coupon.getByLabel('Percent off').fill('10')
  await coupon.getByLabel('Applies to').selectOption({ label: 'Every payment' })
  await expectAccessible(desk)
  await coupon.getByRole('button', { name: 'Create code' }).click()
  await expect(desk.getByRole('row', { name: new RegExp(code) })).toContainText('10% off every payment')

  await desk.goto(`${hub}/clinic/money?tab=setup`)
  await expectLoaded(desk)
  await desk.getByText('Tax', { exact: true }).click()
  await desk.getByRole('button', { name: 'Set a tax' }).click()
  const tax = desk.getByRole('dialog', { name: 'Tax' })
  await tax.getByLabel('Name on invoices').fill('HST')
  await tax.getByLabel('Percentage').fill('60')
  await tax.getByRole('button', { name: 'Save tax' }).click()
  await expect(tax.getByText(/Enter a percentage from/).first()).toBeVisible()
  await tax.getByLabel('Percentage').fill('13')
  await expectAccessible(desk)
  await tax.getByRole('button', { name: 'Save tax' }).click()
  await expect(desk.getByText(/HST, 13%, added to your prices\./)).toBeVisible()
})

test('a payer joins for a child alone, with the code, and pays the announced amount', async () => {
  await home.goto(`${hub}/join/plan`)
  await home.getByRole('link', { name: new RegExp(`^Join this plan.*${plan}`) }).click()
  await home.getByLabel(/^I am covered/).uncheck()
  await home.getByRole('button', { name: 'Add a child' }).click()
  await home.getByLabel('Full name', { exact: true }).fill('Lio Oriel')
  await home.getByLabel('Date of birth').fill('2020-04-11')
  await home.getByLabel('Coupon code').fill('NO-SUCH-CODE')
  await home.getByRole('button', { name: 'Apply' }).click()
  await expect(home.getByRole('alert').or(home.locator('[aria-invalid=true]')).first()).toBeVisible()
  await home.getByLabel('Coupon code').fill(code.toLowerCase())
  await home.getByRole('button', { name: 'Apply' }).click()
  await expect(home.getByText(`${code} applied`)).toBeVisible()
  // 20 dollars, a tenth off, 13% on top
  await expect(home.getByText('$20.34').first()).toBeVisible()
  await expectAccessible(home)
  await signAgreement(home, payer.name)
  await home.getByRole('button', { name: 'Continue to payment' }).click()
  await home.waitForURL(/\/sandbox\/stripe\//)
  await expect(home.getByText('$20.34').first()).toBeVisible()
  await payWithCard(home, testCards.succeeds, payer.name)
  await home.waitForURL(`${hub}/home**`, { timeout: 30_000 })
  await home.goto(`${hub}/pay`)
  await expect(home.getByText('Lio Oriel').first()).toBeVisible()

  await desk.reload()
  await desk.getByText('Tax', { exact: true }).click()
  await desk.getByRole('button', { name: 'Charge no tax' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Charge no tax' }).click()
  await expect(desk.getByText('No tax is charged.')).toBeVisible()
})

test('another card is saved and selected, and the first one is removed', async () => {
  await home.goto(`${hub}/pay?tab=methods`)
  await home.getByRole('button', { name: 'Add a card' }).click()
  await home.waitForURL(/\/sandbox\/stripe\//)
  await home.getByLabel('Card number').fill('5555 5555 5555 4444')
  await home.getByLabel('Expiry').fill('11 / 35')
  await home.getByLabel('CVC').fill('123')
  await home.getByLabel('Name on card').fill(payer.name)
  await home.getByRole('button', { name: 'Save card' }).click()
  await home.waitForURL(`${hub}/pay**`)
  const cards = home.getByRole('list', { name: 'Your cards' }).getByRole('listitem')
  const mastercard = cards.filter({ hasText: 'Mastercard ending in 4444' })
  const visa = cards.filter({ hasText: 'Visa ending in 4242' })
  await expect(mastercard).toContainText('Default')
  await visa.getByRole('button', { name: /^Use for payments/ }).click()
  await expect(visa).toContainText('Default')
  await mastercard.getByRole('button', { name: /^Use for payments/ }).click()
  await expect(mastercard).toContainText('Default')
  await expectAccessible(home)
  await visa.getByRole('button', { name: /^Remove/ }).click()
  const ask = home.getByRole('alertdialog')
  await expect(ask).toContainText('You can add it again at any time.')
  await ask.getByRole('button', { name: 'Remove the card' }).click()
  await expect(visa).toHaveCount(0)
})

test('a smaller plan begins with the next period, unless the payer reverts it', async () => {
  await home.goto(`${hub}/pay`)
  await home.getByRole('button', { name: 'Change plan' }).click()
  const change = home.getByRole('dialog', { name: 'Change plan' })
  await change.getByRole('group', { name: 'Plan' }).getByRole('radio', { name: smaller }).check()
  await expect(change.getByText(/It begins on .* with your next period\./)).toBeVisible()
  await change.getByLabel('I agree to this.').check()
  await change.getByLabel('Sign with your full name').fill(payer.name)
  await expectAccessible(home)
  await change.getByRole('button', { name: 'Change with the next period' }).click()
  const keep = home.getByRole('button', { name: 'Keep my plan as it is' })
  await expect(keep).toBeVisible()
  await expectAccessible(home)
  await keep.click()
  await expect(keep).toHaveCount(0)
  await expect(home.getByText(plan).first()).toBeVisible()
})

test('the year’s payments are in one statement, for the payer and for the clinic', async ({ request }) => {
  const year = (await serverNow(request)).getUTCFullYear()
  await home.goto(`${hub}/pay?tab=history`)
  const arriving = home.waitForEvent('download')
  await home.getByRole('button', { name: `Payments in ${year}` }).click()
  expect((await arriving).suggestedFilename()).toBe(`payments-${year}.pdf`)
})

test('free days are announced before joining, and a closed plan cannot be joined', async ({ browser }) => {
  const visitor = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await visitor.goto(`${hub}/join/plan`)
  const offer = visitor.getByRole('link', { name: new RegExp(`^Join this plan.*${smaller}`) })
  await expect(visitor.getByText('First 14 days free').first()).toBeVisible()
  await offer.click()
  await expect(visitor.getByText(/^The first of these charges is on /)).toBeVisible()
  await visitor.goBack()
  for (const name of [plan, smaller]) {
    await desk.goto(`${hub}/clinic/plans`)
    await desk
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('link')
      .first()
      .click()
    await desk.getByRole('button', { name: 'Close for new members' }).click()
    const ask = desk.getByRole('alertdialog')
    await expectAccessible(desk)
    await ask.getByRole('button', { name: 'Close for new members' }).click()
    await expect(desk.getByText('Plan closed').first()).toBeVisible()
  }
  await desk.goto(`${hub}/clinic/plans`)
  const row = desk.getByRole('row', { name: new RegExp(code) })
  await row.getByRole('button', { name: /^Switch off/ }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(row).toContainText('Switched off')
  await visitor.reload()
  await expect(offer).toHaveCount(0)
  await visitor.context().close()
})
