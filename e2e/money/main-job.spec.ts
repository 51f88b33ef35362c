import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { openedPdf } from '../support/opened-pdf.ts'
import {
  advanceClock,
  buttonOf,
  clinicOrigin,
  confirmSignUp,
  mainOrigin,
  newestMail,
  payWithCard,
  signAgreement,
  testCards,
} from '../support/product.ts'
import { codeMailedTo } from '../support/sign-up.ts'
import { expect, test } from '../support/test.ts'
import { setUpTwoSteps } from '../support/two-factor.ts'

/* Carefold's main job. The steps build on each other and stop together. */
test.describe.configure({ mode: 'serial' })

// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)
const clinic = { name: `Willow Creek ${run}`, subdomain: `willow-creek-${run}` }
const admin = { name: 'Ada Brandt', email: `ada@${run}.test`, password: 'quiet-river-41' }
const patient = { name: 'Noah Fischer', email: `noah@${run}.test`, password: 'warm-lantern-77' }
const hub = clinicOrigin(clinic.subdomain)

let desk: Page
let home: Page

test.beforeAll(async ({ browser }) => {
  desk = await newProfile(browser, { width: 1280, height: 900 })
  // the patient's phone: another browser profile
  home = await newProfile(browser, { width: 390, height: 844 })
})
test.afterAll(async () => {
  await desk.context().close()
  await home.context().close()
})

test('1. a clinic opens its hub', async ({ request }) => {
  await desk.goto(`${mainOrigin}/sign-up`)
  await expect(desk.getByRole('heading', { name: 'Create Your Clinic Hub' })).toBeVisible()
  await desk.getByLabel('Name', { exact: true }).fill(admin.name)
  await desk.getByLabel('Email').fill(admin.email)
  await desk.getByLabel('Password', { exact: true }).fill(admin.password)
  await desk.getByLabel('Clinic Name').fill(clinic.name)
  await expect(desk.getByLabel('Clinic Hub Address')).toHaveValue(clinic.subdomain)
  await expect(desk.getByText('This address is available.')).toBeVisible()
  await desk.getByRole('button', { name: 'Create Clinic Account' }).click()

  await expect(desk.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await desk.getByLabel('Code', { exact: true }).fill(await codeMailedTo(request, admin.email))
  await desk.waitForURL(`${hub}/clinic**`)
  await expect(desk.getByRole('heading', { name: `${clinic.name} Dashboard` })).toBeVisible()
})

test('2. the dashboard lists the open set-up steps, and payouts are connected', async () => {
  await expect(desk.getByText('Set up your hub')).toBeVisible()
  await expectAccessible(desk)
  await desk.goto(`${hub}/settings/clinic`)
  await chooseTimeZone(desk, 'America/Chicago')
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(desk.getByText(/^Saved/).first()).toBeVisible()

  // money pages require the second step
  await desk.goto(`${hub}/clinic/money?tab=setup`)
  await setUpTwoSteps(desk)
  await desk
    .getByRole('button', { name: /connect/i })
    .first()
    .click()
  await desk.waitForURL(/\/sandbox\/stripe\//)
  await expect(desk.getByText('Payment sandbox: no real money moves')).toBeVisible()
  await expectAccessible(desk)
  // the link is single-use: a reload leads to a new one
  await desk.reload()
  await expect(desk.getByRole('heading', { name: 'Set up payouts' })).toBeVisible()
  await desk.getByRole('button', { name: 'Complete set-up' }).click()
  await desk.waitForURL(`${hub}/clinic**`)
  await expect(desk.getByText(/Your payout account is ready|Patients can pay you/).first()).toBeVisible()
})

test('3. a plan that cannot be published yet leads to the card for the commission, and back', async () => {
  await desk.goto(`${hub}/settings/billing?tab=invoices`)
  await expect(desk.getByText('No invoice history yet.')).toBeVisible()
  await desk.goto(`${hub}/clinic/plans`)
  await desk.getByRole('link', { name: 'New plan' }).first().click()
  await desk.getByLabel('Name', { exact: true }).fill('Creek Membership')
  await desk.getByLabel('Description').fill('Your own doctor, a call away.')
  await desk.getByLabel('Price').fill('100')
  await desk.getByLabel('Line 1').fill('Same-week visits')
  await desk.getByRole('button', { name: 'Save draft' }).click()
  await expect(desk.getByText('Draft saved').first()).toBeVisible()
  await desk.waitForURL(/\/clinic\/plans\/[0-9a-f-]{36}$/)
  const draft = desk.url()
  await desk.getByRole('link', { name: 'Save a card' }).click()
  await saveCard('Add Payment Method', testCards.succeeds, draft)
  await expect(desk.getByText('Payment method updated').first()).toBeVisible()
  await expect(desk.getByLabel('Name', { exact: true })).toHaveValue('Creek Membership')
})

test('4. the plan is published and appears on the join page', async ({ page }) => {
  await desk.getByRole('button', { name: 'Publish' }).click()
  await expect(desk.getByRole('alertdialog')).toContainText('for $100 / month')
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(desk.getByText('Plan published').first()).toBeVisible()

  await page.goto(`${hub}/join/plan`)
  await expect(page.getByRole('heading', { name: 'Creek Membership' })).toBeVisible()
  await expect(page.getByText('$100').first()).toBeVisible()
})

test('5. a patient joins, is declined once, pays, and lands at home with an active plan', async ({
  request,
}) => {
  await home.goto(`${hub}/join`)
  await expect(home.getByRole('heading', { name: `Join ${clinic.name}` })).toBeVisible()
  await home.getByLabel('Full Name').fill(patient.name)
  await home.getByLabel('Email').fill(patient.email)
  await home.getByLabel('Password', { exact: true }).fill(patient.password)
  await home.getByRole('button', { name: 'Create Account & Join Clinic' }).click()
  await expect(home.getByText('Account Created & Logged In!').first()).toBeVisible()

  await home.goto(`${hub}/join/plan`)
  await home.getByRole('link', { name: /Join this plan/ }).click()
  await home.getByRole('button', { name: 'Later' }).click()
  await expect(
    home.getByText('You are charged $100.00 today and every month until you cancel.'),
  ).toBeVisible()
  await signAgreement(home)
  await home.getByRole('button', { name: 'Continue to payment' }).click()

  await home.waitForURL(/\/sandbox\/stripe\//)
  await payWithCard(home, testCards.declined, patient.name)
  await expect(home.getByRole('alert')).toContainText(/declined/)
  await payWithCard(home, testCards.succeeds, patient.name)

  await home.waitForURL(`${hub}/home**`, { timeout: 30_000 })
  await expect(home.getByText('Active', { exact: true }).first()).toBeVisible()

  const notice = home.getByText('Confirm your email address', { exact: true })
  await expect(notice).toBeVisible()
  await confirmSignUp(home, buttonOf(await newestMail(request, patient.email, /confirm/i)), patient.password)
  await home.waitForURL(`${hub}/home**`)
  await expect(home.getByText('Creek Membership')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('6. home greets by name, pay shows subscription, next charge, card and invoice', async () => {
  await home.goto(`${hub}/home`)
  await expect(home.getByRole('heading', { name: /^Good (morning|afternoon|evening), Noah$/ })).toBeVisible()
  await home.goto(`${hub}/pay`)
  await expect(home.getByText('$100.00 every month').first()).toBeVisible()
  await expect(home.getByText('Next billing date')).toBeVisible()
  await home.getByRole('tab', { name: 'Payment Methods' }).click()
  await expect(home.getByText('Visa ending in 4242')).toBeVisible()
  await home.getByRole('tab', { name: 'Billing History' }).click()
  await expect(home.getByText('Paid', { exact: true }).first()).toBeVisible()
  const pdf = await openedPdf(home, home.getByRole('button', { name: /as a PDF/ }).first())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
})

test('7. the clinic sees the member, the revenue and the commission in progress', async () => {
  await desk.goto(`${hub}/members`)
  await expect(desk.getByText(patient.name).first()).toBeVisible()
  await desk.goto(`${hub}/clinic`)
  await expect(desk.getByText('$100.00').first()).toBeVisible()
  await desk.goto(`${hub}/clinic/money`)
  await expect(desk.getByText('$12.00').first()).toBeVisible()
})

test('8. a month later the plan is renewed and the commission of last month is closed', async ({
  request,
}) => {
  await advanceClock(request, 'P1M')
  // Stripe finalizes and charges a renewal an hour after the period ends
  await advanceClock(request, 'PT2H')
  await home.goto(`${hub}/pay`)
  await home.getByRole('tab', { name: 'Billing History' }).click()
  await expect(home.getByText('Paid', { exact: true })).toHaveCount(2)

  await desk.goto(`${hub}/clinic/money?tab=statements`)
  const statements = desk.getByRole('table', { name: 'Closed statements' })
  await expect(statements.getByText('$12.00')).toBeVisible()
  await statements.getByRole('link').first().click()
  await expect(desk.getByText('12% of $100.00, rounded to the cent: $12.00.')).toBeVisible()

  await desk.goto(`${hub}/settings/billing?tab=invoices`)
  const invoices = desk.getByRole('table', { name: 'Billing History' })
  await expect(invoices.getByText('$12.00')).toBeVisible()
  await expect(invoices.getByText('Paid', { exact: true })).toBeVisible()
})

test('9. a commission that the card refuses is paid by the next card', async ({ request }) => {
  await desk.goto(`${hub}/settings/billing`)
  await saveCard('Update Payment Method', refusesLater)
  await expect(desk.getByText('Visa ending in 0341')).toBeVisible()
  await advanceClock(request, 'P1M')
  await desk.goto(`${hub}/clinic`)
  const banner = desk.getByRole('region', { name: 'A payment did not go through' })
  await expect(banner).toContainText('$12.00 of commission is past due.')
  await expectAccessible(desk)
  await banner.getByRole('link', { name: 'Open billing' }).click()
  await saveCard('Update Payment Method', testCards.succeeds)
  await expect(desk.getByText('Visa ending in 4242')).toBeVisible()
  await desk.goto(`${hub}/settings/billing?tab=invoices`)
  const invoices = desk.getByRole('table', { name: 'Billing History' })
  await expect(invoices.getByText('Paid', { exact: true })).toHaveCount(2)
  await expect(banner).toHaveCount(0)
})

test('10. the patient changes to a better plan, pays the difference now, and has its receipt', async ({
  request,
}) => {
  await desk.goto(`${hub}/clinic/plans`)
  await desk.getByRole('link', { name: 'New plan' }).first().click()
  await desk.getByLabel('Name', { exact: true }).fill('Creek Plus')
  await desk.getByLabel('Price').fill('160')
  await desk.getByLabel('Line 1').fill('Visits at home')
  await desk.getByRole('button', { name: 'Save draft' }).click()
  await expect(desk.getByText('Draft saved').first()).toBeVisible()
  await desk.getByRole('button', { name: 'Publish' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(desk.getByText('Plan published').first()).toBeVisible()

  await home.goto(`${hub}/pay`)
  await home.getByRole('button', { name: 'Change plan' }).click()
  const dialog = home.getByRole('dialog', { name: 'Change plan' })
  await expect(dialog.getByText('From then on, you pay $160.00 every month.')).toBeVisible()
  await expectAccessible(home)
  const change = dialog.getByRole('button', { name: /^Change and pay / })
  const [amount = ''] = (await change.innerText()).match(/\$\d+\.\d\d/) ?? []
  await change.click()
  await expect(dialog.getByText('Please agree before you change your plan.')).toBeVisible()
  await dialog.getByLabel('I agree to this.').check()
  await dialog.getByLabel('Sign with your full name').fill(patient.name)
  await change.click()
  await expect(home.getByText('Your plan has changed').first()).toBeVisible()
  await expect(home.getByText('Creek Plus').first()).toBeVisible()
  await expect(home.getByText('$160.00 every month').first()).toBeVisible()
  await home.getByRole('tab', { name: 'Billing History' }).click()
  await expect(home.getByText(amount).first()).toBeVisible()
  await expect
    .poll(async () => JSON.stringify(await newestMail(request, patient.email, /receipt/i)))
    .toContain(amount)
})

/** Can be saved, but every charge is refused. */
const refusesLater = '4000 0000 0000 0341'

/** Saves a card on the payment sandbox's page, starting from the clinic's billing page. */
async function saveCard(button: string, number: string, backAt = `${hub}/settings/billing**`): Promise<void> {
  await desk.getByRole('button', { name: button }).click()
  await desk.waitForURL(/\/sandbox\/stripe\//)
  await desk.getByLabel('Card number').fill(number)
  await desk.getByLabel('Expiry').fill('12 / 34')
  await desk.getByLabel('CVC').fill('123')
  await desk.getByLabel('Name on card').fill(admin.name)
  await desk.getByRole('button', { name: 'Save card' }).click()
  await desk.waitForURL(backAt)
}

async function newProfile(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ viewport })
  return context.newPage()
}

async function chooseTimeZone(page: Page, zone: string): Promise<void> {
  const field = page.getByLabel('Time zone')
  await field.selectOption(zone)
}
