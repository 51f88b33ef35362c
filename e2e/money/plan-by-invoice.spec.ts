import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs } from '../support/people.ts'
import { buttonOf, clinicOrigin, expectLoaded, newestMail, testCards } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/*
 * The desk adds a patient to a plan without a card; the patient signs the agreement, pays by link and switches to a card
 * (docs/decisions/0205). The steps build on each other and stop together.
 */
test.describe.configure({ mode: 'serial' })

const hub = clinicOrigin('harbor')
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)
const payer = { name: `Maria Santos ${run}`, email: `maria@${run}.test`, password: 'warm-lantern-77' }
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

async function fillCard() {
  await home.getByLabel('Card number').fill(testCards.succeeds)
  await home.getByLabel('Expiry').fill('12 / 34')
  await home.getByLabel('CVC').fill('123')
  await home.getByLabel('Name on card').fill(payer.name)
}

test('the desk previews the first invoice and adds the patient', async () => {
  await desk.goto(`${hub}/members`)
  await desk.getByRole('searchbox').first().fill(payer.name)
  await desk.getByRole('link', { name: payer.name }).first().click()
  await desk.getByRole('tab', { name: 'Money' }).click()
  await desk.getByRole('button', { name: 'Add to a plan' }).click()
  const form = desk.getByRole('dialog', { name: 'Add to a plan' })
  await form.getByLabel('Invoices are due').selectOption('In 7 days')
  await expect(form.getByText(payer.email)).toBeVisible()
  await expectAccessible(desk)
  await desk.setViewportSize(phone)
  await expectAccessible(desk)
  await form.getByRole('button', { name: 'Add to the plan' }).click()
  await expect(desk.getByText(`${payer.name} has the plan`).first()).toBeVisible()
  await expect(desk.getByRole('table', { name: 'Invoices', exact: true })).toContainText(/Due.*due by/s)
  await expect(desk.getByText(/ is due by .* Next invoice on /)).toBeVisible()
  await desk.getByRole('button', { name: 'Add to a plan' }).click()
  await expect(form.getByText(/^This patient already has a running plan/)).toBeVisible()
})

test('the patient opens the mail, signs the agreement and pays by card', async ({ request }) => {
  const mail = await newestMail(request, payer.email, /^Invoice/)
  await home.goto(buttonOf(mail))
  const due = home.getByRole('list', { name: 'Open invoices' })
  await expect(due).toContainText('Due by')
  await due.getByRole('button', { name: /^Pay \$/ }).click()
  const agreement = home.getByRole('dialog', { name: 'Your agreement' })
  await agreement.getByRole('button', { name: 'Sign and continue' }).click()
  await expect(agreement.getByText('Please read the agreement and agree to it.')).toBeVisible()
  await agreement.getByLabel('I have read this agreement, and I agree to it.').check()
  await agreement.getByLabel('Your full name, as your signature').fill(payer.name)
  await expectAccessible(home)
  await agreement.getByRole('button', { name: 'Sign and continue' }).click()
  await fillCard()
  await home.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(home.getByText(/^Paid on/)).toBeVisible()
  await newestMail(request, payer.email, /^Your receipt/)
  await home.goto(`${hub}/pay`)
  await expectLoaded(home)
  await expect(home.getByRole('list', { name: 'Open invoices' })).toHaveCount(0)
})

test('the patient saves a card and switches to automatic payment', async () => {
  await home.setViewportSize(wide)
  const dialog = home.getByRole('dialog', { name: 'Pay automatically?' })
  await home.getByRole('button', { name: 'Pay automatically by card' }).click()
  await dialog.getByRole('button', { name: 'Save a card' }).click()
  await fillCard()
  await home.getByRole('button', { name: 'Save card' }).click()
  await expectLoaded(home)
  await home.goto(`${hub}/pay`)
  await home.getByRole('button', { name: 'Pay automatically by card' }).click()
  await expect(dialog.getByText(/ending in 4242 is charged \$/)).toBeVisible()
  await expectAccessible(home)
  await dialog.getByRole('button', { name: 'Pay automatically' }).click()
  await expect(home.getByText('Your plan is now paid automatically').first()).toBeVisible()
  await expect(home.getByRole('button', { name: 'Pay automatically by card' })).toHaveCount(0)
})
