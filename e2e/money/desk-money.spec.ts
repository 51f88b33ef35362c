import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs } from '../support/people.ts'
import { buttonOf, clinicOrigin, expectLoaded, newestMail } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/*
 * The desk invoices a patient, records a check, reverses it and writes the amount off. The steps build on each other and
 * stop together.
 */
test.describe.configure({ mode: 'serial' })

const hub = clinicOrigin('harbor')
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)
const payer = { name: `Nora Lindqvist ${run}`, email: `nora@${run}.test`, password: 'warm-lantern-77' }
const wide = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }

let home: Page
let desk: Page

test.beforeAll(async ({ browser }) => {
  desk = await openAs(browser, 'admin@harbor.test', null, { viewport: wide })
  home = await (await browser.newContext({ viewport: phone })).newPage()
  await joinAsPatient(home.context(), 'harbor', payer)
})
test.afterAll(async () => {
  await home.context().close()
  await desk.context().close()
})

const invoices = () => desk.getByRole('table', { name: 'Invoices', exact: true }).locator('tbody')
const choose = async (row: number, entry: string) => {
  await invoices()
    .getByRole('row')
    .nth(row)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await desk.getByRole('menuitem', { name: entry }).click()
}

test('a single sale is invoiced on a person’s page, and mailed', async ({ request }) => {
  await desk.goto(`${hub}/members`)
  await desk.getByRole('searchbox').first().fill(payer.name)
  await desk.getByRole('link', { name: payer.name }).first().click()
  await desk.getByRole('tab', { name: 'Money' }).click()
  await desk.getByRole('button', { name: 'New invoice' }).click()
  const form = desk.getByRole('dialog', { name: 'New invoice' })
  await form.getByRole('button', { name: 'Issue the invoice' }).click()
  await expect(form.getByLabel('Line 1', { exact: true })).toBeFocused()
  await form.getByLabel('Line 1', { exact: true }).fill('Insurance form')
  await form.getByLabel('Amount of line 1').fill('99999999')
  await expect(form.getByText('Enter an amount from $0.50 to $100,000.00')).toBeVisible()
  await form.getByLabel('Amount of line 1').fill('25.00')
  await expectAccessible(desk)
  await form.getByRole('button', { name: 'Issue an invoice of $25.00' }).click()
  await expect(desk.getByText('The invoice is issued').first()).toBeVisible()
  await expect(invoices().getByRole('row')).toHaveCount(1)
  await expect(invoices()).toContainText(/Due.*due by/s)
  const mail = await newestMail(request, payer.email, /^Invoice/)
  await home.goto(buttonOf(mail))
  await expect(home.getByRole('list', { name: 'Open invoices' })).toContainText('$25.00 is open')
  await expect(home.getByRole('button', { name: 'Pay $25.00' })).toBeVisible()
  await expectAccessible(home)
})

test('a check pays it, with a receipt', async ({ request }) => {
  await desk.setViewportSize(phone)
  await choose(0, 'Record payment...')
  const form = desk.getByRole('dialog', { name: `Record a payment of ${payer.name}` })
  await form.getByLabel('How it was paid').selectOption('Check')
  await form.getByLabel('Number of the check or transfer').fill('1042')
  await expectAccessible(desk)
  await form.getByRole('button', { name: 'Record $25.00' }).click()
  await expect(desk.getByText('$25.00 recorded. The receipt is issued.').first()).toBeVisible()
  await expect(invoices()).toContainText(/Paid.*Check 1042/s)
  await newestMail(request, payer.email, /^Your receipt/)
  await home.goto(`${hub}/pay?tab=history`)
  await expectLoaded(home)
  await expect(home.getByRole('list', { name: 'Open invoices' })).toHaveCount(0)
})

test('a returned check is reversed and invoiced again, and the amount is written off', async () => {
  await choose(0, 'Reverse payment...')
  const reverse = desk.getByRole('alertdialog', { name: `Reverse the payment of $25.00 by ${payer.name}?` })
  await expectAccessible(desk)
  await reverse.getByRole('button', { name: 'Reverse $25.00' }).click()
  await expect(invoices().getByRole('row')).toHaveCount(2)
  await expect(invoices()).toContainText('$25.00 reversed')
  await desk.setViewportSize(wide)
  await choose(0, 'Write off...')
  const question = desk.getByRole('alertdialog', { name: `Write off $25.00 of ${payer.name}?` })
  await question.getByLabel('Reason').selectOption('Agreed with the patient')
  await expectAccessible(desk)
  await question.getByRole('button', { name: 'Write off $25.00' }).click()
  await expect(invoices()).toContainText(/Written off.*Agreed with the patient/s)
})

test('a credit is given, seen under Billing, and taken back', async ({ request }) => {
  await desk.setViewportSize(wide)
  await desk.getByRole('button', { name: 'Give credit' }).click()
  const form = desk.getByRole('dialog', { name: `Give credit to ${payer.name}` })
  await form.getByRole('button', { name: 'Give credit' }).click()
  await expect(form.getByText(/^Enter an amount/)).toBeVisible()
  await form.getByLabel(/^Amount/).fill('20.00')
  await expect(form.getByText(/^No plan renews now/)).toBeVisible()
  await expectAccessible(desk)
  await form.getByRole('button', { name: 'Give $20.00' }).click()
  await expect(desk.getByText('$20.00 for the next invoices')).toBeVisible()
  await newestMail(request, payer.email, /^Your credit/)
  await home.goto(`${hub}/pay`)
  await expect(home.getByText('You have a credit of $20.00')).toBeVisible()
  await expectAccessible(home)

  await desk.setViewportSize(phone)
  await desk.getByRole('button', { name: 'Take back $20.00' }).click()
  const question = desk.getByRole('alertdialog', { name: `Take back $20.00 from ${payer.name}?` })
  await expectAccessible(desk)
  await question.getByRole('button', { name: 'Take back $20.00' }).click()
  await expect(desk.getByText('Taken back: Entered by mistake')).toBeVisible()
  await expect(desk.getByRole('button', { name: /^Take back/ })).toHaveCount(0)
})
