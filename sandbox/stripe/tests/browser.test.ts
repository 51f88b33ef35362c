import { type Browser, chromium, type Page } from '@playwright/test'
import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumLaunch } from '#testing/browser/chromium.ts'
import { aClinic, aPayer, aPlan, aSandbox, type SandboxBench } from '../testing/a-sandbox.ts'
import { listen } from '../testing/listen.ts'

let browser: Browser
let bench: SandboxBench
let shop: string
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  browser = await chromium.launch(await chromiumLaunch())
  const site = await listen(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/sandbox/')) return bench.sandbox.pages(request)
    return new Response(`<!doctype html><title>Shop</title><h1>Back at ${pathname}</h1>`, {
      headers: { 'content-type': 'text/html' },
    })
  })
  stops.push(site.stop)
  // Another origin than that of the pages, like a clinic's host.
  shop = `http://localhost:${site.port}`
  bench = await aSandbox({ pagesUrl: `${site.origin}/sandbox/stripe` })
})

afterAll(async () => {
  await browser?.close()
  for (const stop of stops) await stop()
})

async function openPage(scheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: scheme })
  // The suite may run on two cores, so browsers are slow.
  context.setDefaultTimeout(15_000)
  return context.newPage()
}

async function expectAccessible(page: Page) {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run()
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`)
  })
  expect(violations).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(await page.getByText('Payment sandbox: no real money moves').count()).toBe(1)
}

async function typeCard(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Pat Doe')
}

describe.each(['light', 'dark'] as const)('in a %s browser 360 px wide', (scheme) => {
  it('a payer is declined, refuses at the bank, approves and returns with one subscription', async () => {
    const page = await openPage(scheme)
    const options = { stripeAccount: await aClinic(bench) }
    const price = await aPlan(bench, 4900, options)
    const session = await bench.stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: `${shop}/home`,
        cancel_url: `${shop}/join`,
      },
      options,
    )
    await page.goto(session.url ?? '')
    await expectAccessible(page)
    await page.getByLabel('Email').fill('pat@example.test')
    await typeCard(page, '4000 0000 0000 0002')
    await page.getByRole('button', { name: 'Pay $49.00' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Nothing was charged')
    expect(await page.getByLabel('Card number').inputValue()).toBe('')
    await expectAccessible(page)

    await typeCard(page, '4000 0000 0000 3220')
    await page.getByRole('button', { name: 'Pay $49.00' }).click()
    await page.getByRole('heading', { name: 'Your bank asks you' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('alert').waitFor()

    await page.getByLabel('Email').fill('pat@example.test')
    await typeCard(page, '4000 0000 0000 3220')
    await page.getByRole('button', { name: 'Pay $49.00' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'Back at /home' }).waitFor()
    expect((await bench.stripe.subscriptions.list({}, options)).data).toHaveLength(1)
    await page.goto(session.url ?? '')
    await expectAccessible(page)
    await page.context().close()
  })

  it('a double click on Pay pays once', async () => {
    const page = await openPage(scheme)
    const session = await bench.stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 3500, product_data: { name: 'Visit' } } },
      ],
      success_url: `${shop}/thanks`,
    })
    await page.goto(session.url ?? '')
    await page.getByLabel('Email').fill('pat@example.test')
    await typeCard(page, '4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Pay $35.00' }).dblclick({ noWaitAfter: true })
    await page.getByRole('heading', { name: 'Back at /thanks' }).waitFor()
    const { payment_intent: id } = await bench.stripe.checkout.sessions.retrieve(session.id)
    expect((await bench.stripe.charges.list({ payment_intent: id as string })).data).toHaveLength(1)
    await page.context().close()
  })

  it('a member cancels, resumes the plan, changes the card and opens an invoice', async () => {
    const page = await openPage(scheme)
    const price = await aPlan(bench)
    const customer = await aPayer(bench)
    await bench.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    const portal = await bench.stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: `${shop}/pay`,
    })
    await page.goto(portal.url)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel at the end of the period' }).click()
    await page.getByText('Ends on').waitFor()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('Next payment on').waitFor()
    await page.getByRole('link', { name: 'Change card' }).click()
    await expectAccessible(page)
    await typeCard(page, '5555 5555 5555 4444')
    await page.getByRole('button', { name: 'Save card' }).click()
    await page.getByText('Mastercard ending in 4444').waitFor()
    await page.locator('.lines a').first().click()
    await page.getByRole('status').waitFor()
    await expectAccessible(page)
    await page.context().close()
  })

  it('a clinic completes onboarding with one click', async () => {
    const page = await openPage(scheme)
    const account = await bench.stripe.accounts.create({ business_profile: { name: 'Harbor Health' } })
    const link = await bench.stripe.accountLinks.create({
      account: account.id,
      type: 'account_onboarding',
      refresh_url: `${shop}/refresh`,
      return_url: `${shop}/clinic`,
    })
    await page.goto(link.url)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Complete set-up' }).click()
    await page.getByRole('heading', { name: 'Back at /clinic' }).waitFor()
    expect((await bench.stripe.accounts.retrieve(account.id)).charges_enabled).toBe(true)
    await page.context().close()
  })
})
