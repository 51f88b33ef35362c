import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, takeTwoSteps } from '../support/people.ts'
import { advanceClock, buttonOf, clinicOrigin, newestMail, signIn } from '../support/product.ts'
import { expect, test } from '../support/test.ts'
import type { AuthenticatorApp } from '../support/two-factor.ts'

/*
 * A user who lost the old mailbox changes the address (docs/decisions/0178). The steps build on each other. They move the
 * clock by two weeks, so they come after the journeys that book visits.
 */
test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

const run = Date.now().toString(36)
const patient = { name: 'Tomas Reyes', email: `old@${run}.test`, password: 'slow-copper-kite-9' }
const addresses = { first: `first@${run}.test`, second: `second@${run}.test` }
const hub = clinicOrigin('sunrise')

let page: Page
let app: AuthenticatorApp
test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
})
test.afterAll(() => page.context().close())

const wayIn = () => page.getByRole('button', { name: 'I can no longer read emails at this address' })

async function signInWithBothSteps(email: string): Promise<void> {
  await signIn(page, hub, email, patient.password)
  await page.getByLabel('Code', { exact: true }).fill(await app.nextCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeHidden()
}

async function request(newEmail: string): Promise<void> {
  await wayIn().click()
  await page.getByLabel('New email').fill(newEmail)
  await page.getByLabel('Current password').fill(patient.password)
  await page.getByRole('button', { name: 'Request the change' }).click()
  await expect(page.getByText(`Your address changes to ${newEmail}`)).toBeVisible()
}

test('the change needs a second step that is a week old', async () => {
  await joinAsPatient(page.context(), 'sunrise', patient)
  await page.goto(`${hub}/profile`)
  await wayIn().click()
  await expect(
    page.getByText(/only be changed with two-step sign-in, which you have not set up/),
  ).toBeVisible()

  app = await takeTwoSteps(page.context(), patient.email, patient.password)
  await page.reload()
  await wayIn().click()
  // a second step has the date of its session, which earlier journeys on this server may have left behind
  const isTooNew = page.getByText(/two-step sign-in that was set up at least 7 days ago/)
  await expect(isTooNew.or(page.getByLabel('New email'))).toBeVisible()
  await advanceClock(page.request, 'P7DT1H')

  await page.goto(`${hub}/logout`)
  await page.waitForURL(/\/login/)
  await signInWithBothSteps(patient.email)
})

test('the old mailbox stops the change with one press, without signing in', async ({ browser }) => {
  await page.goto(`${hub}/profile`)
  await request(addresses.first)
  await expectAccessible(page)
  const notice = await newestMail(page.request, patient.email, /is to be changed/)

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(buttonOf(notice))
  await elsewhere.getByRole('button', { name: 'Stop the change' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'The change is stopped' })).toBeVisible()
  await expectAccessible(elsewhere)
  await expect(elsewhere.getByRole('link', { name: 'Choose a new password' })).toBeVisible()
  await elsewhere.context().close()

  // the session that requested the change has ended
  await page.goto(`${hub}/profile`)
  await page.waitForURL(/\/login/)
})

test('without an objection, and with the code from the new mailbox, the address changes after a week', async () => {
  // one such request a minute
  await advanceClock(page.request, 'PT2M')
  await signInWithBothSteps(patient.email)
  await page.goto(`${hub}/profile`)
  await request(addresses.second)
  await page.getByLabel('Code from the new mailbox').fill('000000')
  await page.getByRole('button', { name: 'Confirm the new address' }).click()
  await expect(page.getByText('This code is wrong or has expired. Send a new one.')).toBeVisible()
  const mail = await newestMail(page.request, addresses.second, /code for your new email address/)
  const [code = ''] = /\b\d{6}\b/.exec(mail.text) ?? []
  await page.getByLabel('Code from the new mailbox').fill(code)
  await page.getByRole('button', { name: 'Confirm the new address' }).click()
  await expect(page.getByText(/^It takes effect on .+, unless it is stopped/)).toBeVisible()

  await advanceClock(page.request, 'P6D')
  await page.reload()
  await expect(page.getByText(`Your address changes to ${addresses.second}`)).toBeVisible()
  await advanceClock(page.request, 'P1DT1H')
  await newestMail(page.request, patient.email, /was changed/)
  await page.goto(`${hub}/logout`)
  await page.waitForURL(/\/login/)
  await signInWithBothSteps(addresses.second)
  await page.goto(`${hub}/profile`)
  await expect(page.getByText(addresses.second)).toBeVisible()
  await expect(page.getByText(patient.email)).toHaveCount(0)
})
