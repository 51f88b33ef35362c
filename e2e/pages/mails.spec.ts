import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { openHub, signInProfile, takeTwoSteps } from '../support/people.ts'
import {
  advanceClock,
  buttonOf,
  clinicOrigin,
  newestMail,
  payWithCard,
  serverAddress,
  signAgreement,
  testCards,
} from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* Mails and their links. The steps build on each other and stop together. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

const run = Date.now().toString(36)
const hub = clinicOrigin('sunrise')
const patient = { name: 'Róża Ożarów', email: `roza@${run}.test`, password: 'slow-harbor-lights-9' }
/** Its bank requires a confirmation each time, so an automatic renewal fails. */
const asksEachTime = '4000 0027 6000 3184'

let phone: Page
test.beforeAll(async ({ browser }) => {
  phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
})
test.afterAll(() => phone.context().close())

test('a patient who joins and pays gets a welcome and a receipt, once the address is proven', async ({
  request,
}) => {
  const joined = await request.post(`${serverAddress}/functions/v1/clinic-join`, {
    data: { ...patient, subdomain: 'sunrise' },
  })
  expect(joined.status()).toBe(200)
  await signInProfile(phone.context(), patient.email, patient.password)
  await phone.goto(`${hub}/join/plan`)
  await phone
    .getByRole('link', { name: /Join this plan/ })
    .first()
    .click()
  await phone.getByRole('button', { name: 'Later' }).click()
  await signAgreement(phone)
  await phone.getByRole('button', { name: 'Continue to payment' }).click()
  await payWithCard(phone, asksEachTime, patient.name)
  await phone.getByRole('button', { name: 'Approve' }).click()
  await phone.waitForURL(`${hub}/home**`, { timeout: 30_000 })
  await expect(phone.getByText('Active', { exact: true }).first()).toBeVisible()

  await phone.goto(buttonOf(await newestMail(request, patient.email, /confirm/i)))
  await phone.getByLabel('Password', { exact: true }).fill(patient.password)
  await phone.getByRole('button', { name: 'Confirm email address' }).click()
  const welcome = await newestMail(request, patient.email, /^Welcome to Sunrise/)
  expect(welcome.text).toContain(patient.name)
  const receipt = await newestMail(request, patient.email, /^Your receipt from Sunrise/)
  const attached = await request.get(`${serverAddress}/dev/mail/${receipt.id}/receipt.pdf`)
  expect((await attached.body()).subarray(0, 5).toString('latin1')).toBe('%PDF-')
})

test('the mail links to the billing history, where the receipt is downloaded', async ({ request }) => {
  await phone.goto(buttonOf(await newestMail(request, patient.email, /^Your receipt/)))
  const button = phone.getByRole('button', { name: /^Download receipt R-\d+ as a PDF$/ })
  await expect(button).toBeVisible()
  const [file] = await Promise.all([phone.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toMatch(/^receipt-R-\d{6}\.pdf$/)
})

test('a failed payment is mailed, and paid with another card from the linked page', async ({ request }) => {
  await advanceClock(request, 'P1M')
  await advanceClock(request, 'PT2H')
  const mail = await newestMail(request, patient.email, /did not go through$/)
  expect(mail.text).toMatch(/We will retry the card on/)
  await phone.goto(buttonOf(mail))
  await expect(phone.getByText('Your last payment did not go through.')).toBeVisible()
  await phone.goto(`${hub}/home`)
  await phone.getByRole('button', { name: /^Pay \$[\d.]+ now$/ }).click()
  await phone.waitForURL(/\/sandbox\/stripe\//)
  await payWithCard(phone, testCards.succeeds, patient.name)
  await expect(async () => {
    await phone.goto(`${hub}/home`)
    await expect(phone.getByText('Active', { exact: true }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
})

// spec: B2.7 A canceled subscription can be continued
test('a cancellation is mailed, with the last day and the option to resume', async ({ request }) => {
  await phone.goto(`${hub}/pay`)
  await phone.getByRole('button', { name: 'Cancel Subscription' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(phone.getByRole('button', { name: 'Keep my subscription' })).toBeVisible()
  // runs the jobs of the notice and of its mail
  await advanceClock(request, 'PT1M')
  const mail = await newestMail(request, patient.email, /^Your plan at Sunrise .* ends on/)
  await phone.goto(buttonOf(mail))
  await expect(
    phone.getByText(/^If you keep it, the next bill is \$\d+\.\d\d on \w+\s\d+,\s\d{4}\.$/),
  ).toBeVisible()
  await phone.getByRole('button', { name: 'Keep my subscription' }).click()
  await expect(
    phone.getByText(/^Your subscription continues as before\. The next bill is \$\d+\.\d\d on /).first(),
  ).toBeVisible()
})

test('a founder is mailed the hub’s addresses, and an accepted invitation', async ({ browser, request }) => {
  const founder = { name: 'Ines Moreau', email: `ines@${run}.test`, password: 'slow-copper-kite-9' }
  const clinic = { name: `Reed Bank ${run}`, subdomain: `reed-bank-${run}` }
  const colleague = `colleague@${run}.test`
  const desk = await (await browser.newContext()).newPage()
  await openHub(desk.context(), founder, clinic)
  await takeTwoSteps(desk.context(), founder.email, founder.password)
  const opened = await newestMail(request, founder.email, / is open on Carefold$/)
  expect(opened.text).toContain(new URL(clinicOrigin(clinic.subdomain)).host)
  await desk.goto(buttonOf(opened))
  await expect(desk.getByRole('heading', { name: `${clinic.name} Dashboard` })).toBeVisible()

  await desk.goto(`${clinicOrigin(clinic.subdomain)}/members`)
  await newestMail(request, founder.email, /a second step was added/i)
  await desk.getByRole('button', { name: 'More', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Invite Members' }).click()
  await desk.getByLabel('Email', { exact: true }).fill(colleague)
  await desk.getByRole('button', { name: 'Send invitation' }).click()

  const invited = await (await browser.newContext()).newPage()
  await invited.goto(buttonOf(await newestMail(request, colleague, /invites you$/)))
  await invited.getByRole('button', { name: 'Open the invitation' }).click()
  await invited.getByLabel('Password', { exact: true }).fill('calm-harbor-93')
  await invited.getByRole('button', { name: 'Set Password & Join Clinic' }).click()
  await invited.waitForURL(`${clinicOrigin(clinic.subdomain)}/clinic**`)

  await desk.goto(buttonOf(await newestMail(request, founder.email, /was accepted$/)))
  await expect(desk.getByRole('region', { name: 'Contact' })).toContainText(colleague)
  for (const page of [desk, invited]) await page.context().close()
})

test('every mail fits a phone and a narrow pane, and is accessible', async ({ page, request }) => {
  const answer = await request.get(`${serverAddress}/dev/mail.json`)
  // text messages arrive here too; they have no layout
  const mails = ((await answer.json()) as { subject: string; html: string }[]).filter(({ html }) => html)
  const kinds = new Map(mails.map((mail) => [mail.subject.replace(/ \S*\d\S*/g, ''), mail]))
  expect(kinds.size).toBeGreaterThanOrEqual(8)
  for (const { subject, html } of kinds.values()) {
    for (const width of [320, 390, 600]) {
      await page.setViewportSize({ width, height: 800 })
      await page.setContent(html)
      const content = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(content, `"${subject}" at ${width} px`).toBeLessThanOrEqual(width)
    }
    await expectAccessible(page)
  }
})
