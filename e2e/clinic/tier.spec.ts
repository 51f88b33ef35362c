import { expectAccessible } from '../support/accessibility.ts'
import { openAs, openHub, sessionOf, takeTwoSteps } from '../support/people.ts'
import {
  advanceClock,
  clinicOrigin,
  mainOrigin,
  newestMail,
  payWithCard,
  serverAddress,
  testCards,
} from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const run = Date.now().toString(36)

// spec: B2.1 An admin subscribes to a tier
// spec: B2.1 The plan that was chosen before the sign-up starts its checkout
// spec: B4 Checkout shows Processing..., and a failure enables the button again
// spec: B8 A failed checkout says so
test('an admin subscribes on the main site without a clinic in the URL, and the bank refuses', async ({
  browser,
  browserErrors,
}) => {
  const page = await openAs(browser, 'admin@sunrise.test', null)
  await page.goto(`${mainOrigin}/pricing`)
  const subscribe = page.getByRole('button', { name: 'Subscribe' })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/functions/v1/create-checkout', async (route) => {
    await held
    await route.fulfill({ status: 500, json: { code: 'unexpected', message: 'Broken.' } })
  })
  await subscribe.first().click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  release()
  await expect(page.getByText('Failed to start subscription')).toBeVisible()
  await expect(subscribe).toHaveCount(3)
  await expect(subscribe.first()).toBeEnabled()
  await page.unroute('**/functions/v1/create-checkout')
  browserErrors.splice(0)
  await subscribe.first().click()
  await page.waitForURL(/\/sandbox\/stripe\//)
  await expect(page.getByText('Carefold Starter').first()).toBeVisible()
  await expectAccessible(page)
  await payWithCard(page, '4000 0000 0000 3220', 'Maya Okafor')
  await expect(page.getByRole('heading', { name: 'Your bank asks you' })).toBeVisible()
  await expectAccessible(page)
  // leaves the clinic unchanged for other journeys
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Carefold' }).click()
  await expect(page.getByText('You left the payment page.')).toBeVisible()
  // the URL to which the sign-up returns
  await page.goto(`${mainOrigin}/pricing?plan=professional`)
  await page.waitForURL(/\/sandbox\/stripe\//)
  await expect(page.getByText('Carefold Professional').first()).toBeVisible()
  await page.context().close()
})

// spec: B2.1 An admin of several clinics chooses one
test('an admin of several clinics is asked for one', async ({ page, request }) => {
  const password = 'quiet-river-41'
  const email = `both@${run}.test`
  const first = { clinicName: `First House ${run}`, subdomain: `first-house-${run}` }
  const second = { clinicName: `Second House ${run}`, subdomain: `second-house-${run}` }
  const founder = { name: 'Ines Moreau', email, password }
  const userId = await openHub(page.context(), founder, { ...first, name: first.clinicName })
  const { access_token } = await sessionOf(request, email, password)
  const opened = await request.post(`${serverAddress}/functions/v1/create-clinic-with-admin`, {
    headers: { Authorization: `Bearer ${access_token}` },
    data: { name: second.clinicName, subdomain: second.subdomain, userId },
  })
  expect(opened.status()).toBe(200)
  await takeTwoSteps(page.context(), email, password)

  await page.goto(`${mainOrigin}/pricing`)
  await page.getByRole('button', { name: 'Subscribe' }).nth(1).click()
  const dialog = page.getByRole('dialog', { name: 'Professional for which clinic?' })
  await expect(dialog.getByRole('button', { name: new RegExp(first.clinicName) })).toBeVisible()
  await expectAccessible(page)
  const asked = page.waitForRequest((sent) => sent.url().endsWith('/functions/v1/create-checkout'))
  await dialog.getByRole('button', { name: new RegExp(second.clinicName) }).press('Enter')
  expect((await asked).headers()['x-clinic']).toBe(second.subdomain)
  await page.waitForURL(/\/sandbox\/stripe\//)

  // a hub's own pricing page means the hub
  await page.goto(`${clinicOrigin(first.subdomain)}/pricing`)
  await page.getByRole('button', { name: 'Subscribe' }).nth(1).click()
  await page.waitForURL(/\/sandbox\/stripe\//)
  await expect(dialog).toHaveCount(0)
})

// spec: B2.1 A patient reads who chooses the plan of a clinic
test('a patient reads who chooses a clinic’s plan, and signs up with another account', async ({
  browser,
}) => {
  const page = await openAs(browser, 'grace@sunrise.test', null)
  await page.goto(`${mainOrigin}/pricing`)
  await expect(page.getByText('Only an admin can choose your clinic’s plan.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Sign Up with another account' }).first().click()
  await expect(page.getByRole('heading', { name: 'Create Your Clinic Hub' })).toBeVisible()
  await expect(page.getByLabel('Clinic Name')).toBeVisible()
  await page.context().close()
})

test('a clinic with an unpaid plan sees that until another card pays it', async ({ page, request }) => {
  const founder = { name: 'Ines Moreau', email: `owes@${run}.test`, password: 'quiet-river-41' }
  const subdomain = `owes-${run}`
  const hub = clinicOrigin(subdomain)
  const saveCard = async (number: string) => {
    await page.goto(`${hub}/settings/billing`)
    await page.getByRole('button', { name: 'Update Payment Method' }).click()
    await page.waitForURL(/\/sandbox\/stripe\//)
    await page.getByLabel('Card number').fill(number)
    await page.getByLabel('Expiry').fill('12 / 34')
    await page.getByLabel('CVC').fill('123')
    await page.getByLabel('Name on card').fill(founder.name)
    await page.getByRole('button', { name: 'Save card' }).click()
    await page.waitForURL(`${hub}/settings/billing**`)
    await expect(page.getByText(`ending in ${number.slice(-4)}`)).toBeVisible()
  }
  await openHub(page.context(), founder, { name: `Owes ${run}`, subdomain })
  await takeTwoSteps(page.context(), founder.email, founder.password)
  await page.goto(`${hub}/pricing`)
  await page.getByRole('button', { name: 'Subscribe' }).nth(1).click()
  await page.waitForURL(/\/sandbox\/stripe\//)
  await payWithCard(page, testCards.succeeds, founder.name)
  await page.waitForURL((url) => !url.pathname.startsWith('/sandbox'))

  await test.step('the clinic’s current plan is not offered again', async () => {
    await expect(async () => {
      await page.goto(`${hub}/pricing`)
      await expect(page.getByText('Current plan')).toBeVisible({ timeout: 4_000 })
      // until the payment is confirmed, the partnership is the current plan
      await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(2, { timeout: 1_000 })
    }).toPass()
    await expectAccessible(page)
  })

  await test.step('a refused renewal is mailed and shown, with a link to pay it', async () => {
    await saveCard('4000 0000 0000 0341')
    await advanceClock(request, 'P1M')
    await advanceClock(request, 'PT2H')
    const mail = await newestMail(request, founder.email, /to Carefold did not go through/)
    expect(mail.text).toContain('We could not charge $99.00 for the Professional plan')
    await page.goto(`${hub}/clinic`)
    const banner = page.getByRole('region', { name: 'A payment did not go through' })
    await expect(banner).toContainText(
      '$99.00 for the Professional plan is past due. We will retry your card on',
    )
    await expect(banner).toContainText(
      'the plan ends and this invoice is canceled. You then pay 12% commission again, also on',
    )
    await expect(page.getByRole('region', { name: 'Needs you today' })).toContainText(
      'Your payment of $99.00 for your Carefold plan did not go through.',
    )
    await expectAccessible(page)
    await page.goto(`${hub}/settings/plan`)
    await expect(page.getByText('Payment failed', { exact: true })).toBeVisible()
    await expect(page.getByText('Next payment')).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('another card pays it, and the reminders disappear', async () => {
    await saveCard(testCards.succeeds)
    await page.goto(`${hub}/clinic`)
    await expect(page.getByRole('region', { name: 'Needs you today' })).toBeVisible()
    await expect(page.getByText('did not go through')).toHaveCount(0)
  })
})

// spec: B9 A control that the tier lacks names the plans that have it
test('a clinic on Starter reads which plans include the missing features', async ({ page, request }) => {
  const founder = { name: 'Ines Moreau', email: `small@${run}.test`, password: 'quiet-river-41' }
  const subdomain = `small-${run}`
  const hub = clinicOrigin(subdomain)
  await openHub(page.context(), founder, { name: `Small ${run}`, subdomain })
  await takeTwoSteps(page.context(), founder.email, founder.password)
  const missing = page.getByText(/^New presentations and health programs are part of/)

  await test.step('a month under the commission includes every feature', async () => {
    await page.goto(`${hub}/pricing`)
    await page.getByRole('button', { name: 'Subscribe' }).first().click()
    await page.waitForURL(/\/sandbox\/stripe\//)
    await payWithCard(page, testCards.succeeds, founder.name)
    await page.waitForURL((url) => !url.pathname.startsWith('/sandbox'))
    await page.goto(`${hub}/content?tab=programs`)
    await expect(page.getByRole('link', { name: 'New Health Program' }).first()).toBeVisible()
  })

  await test.step('once the tier has renewed, a new program is not offered, and the plans with programs are named', async () => {
    await advanceClock(request, 'P1M')
    await advanceClock(request, 'P1M')
    await page.goto(`${hub}/content?tab=programs`)
    await expect(missing).toBeVisible()
    await expect(page.getByRole('link', { name: 'New Health Program' })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'See the plans' }).click()
    await expect(page.getByRole('heading', { name: 'Not included in your plan' })).toBeVisible()
    await expect(page.getByText(/^Text messages to patients are part of/)).toBeVisible()
    await expectAccessible(page)
  })
})
