import { Stripe } from 'stripe'
import { createStripeSandbox, type SandboxOptions, type StripeSandbox } from '../index.ts'
import { problemsOf } from '../schema/conformance.ts'

export interface TestTime {
  now(): Date
  set(at: string | number): void
  pass(days: number, hours?: number): void
}

export function testTime(start = '2027-03-01T10:00:00Z'): TestTime {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    set: (to) => {
      at = typeof to === 'number' ? to * 1000 : new Date(to).getTime()
    },
    pass: (days, hours = 0) => {
      at += (days * 24 + hours) * 3_600_000
    },
  }
}

export interface SandboxBench {
  sandbox: StripeSandbox
  stripe: Stripe
  time: TestTime
  /** Unix seconds. */
  now(): number
  open(url: string): Promise<PageAnswer>
  send(url: string, fields?: Record<string, string>): Promise<PageAnswer>
}

interface PageAnswer {
  status: number
  text: string
  /** The redirect target. */
  location: string | null
}

export const pagesUrl = 'http://carefold.localhost:3000/sandbox/stripe'

export async function aSandbox(options: Partial<SandboxOptions> = {}): Promise<SandboxBench> {
  const time = (options.clock as TestTime | undefined) ?? testTime()
  const errors: unknown[] = []
  const sandbox = await createStripeSandbox({
    clock: time,
    pagesUrl,
    log: { error: (_event, { error }) => errors.push(error) },
    ...options,
  })
  return {
    sandbox,
    stripe: aClient(sandbox),
    time,
    now: () => Math.floor(time.now().getTime() / 1000),
    open: async (url) => answerOf(await sandbox.pages(new Request(url))),
    send: async (url, fields = {}) =>
      answerOf(await sandbox.pages(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }))),
  }
}

async function answerOf(page: Response): Promise<PageAnswer> {
  return { status: page.status, text: await page.text(), location: page.headers.get('location') }
}

/** @param problems receives one line per mismatch with the SDK's declarations */
export function checkedFetch(sandbox: Pick<StripeSandbox, 'fetch'>, problems: Set<string>) {
  return async (input: string | URL | Request, init?: RequestInit) => {
    const answer = await sandbox.fetch(input, init)
    if (answer.status === 200) {
      for (const problem of problemsOf(await answer.clone().json())) problems.add(problem)
    }
    return answer
  }
}

export function aClient(
  sandbox: Pick<StripeSandbox, 'fetch'>,
  options: Partial<Stripe.StripeConfig> = {},
): Stripe {
  return new Stripe('sk_test_sandbox', {
    httpClient: Stripe.createFetchHttpClient(sandbox.fetch as typeof fetch),
    maxNetworkRetries: 0,
    telemetry: false,
    ...options,
  })
}

export function cardFields(number = '4242 4242 4242 4242', more: Record<string, string> = {}) {
  return { number, expiry: '12 / 34', cvc: '123', name: 'Pat Doe', email: 'pat@example.test', ...more }
}

/** A connected account after onboarding. */
export async function aClinic(
  { stripe, send }: SandboxBench,
  name = 'Sunrise Family Clinic',
): Promise<string> {
  const account = await stripe.accounts.create({
    controller: {
      fees: { payer: 'account' },
      losses: { payments: 'stripe' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'full' },
    },
    business_profile: { name },
  })
  const link = await stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    refresh_url: 'http://sunrise.carefold.localhost:3000/clinic/refresh',
    return_url: 'http://sunrise.carefold.localhost:3000/clinic/back',
  })
  await send(link.url)
  return account.id
}

export async function aPlan({ stripe }: SandboxBench, cents = 4900, options: Stripe.RequestOptions = {}) {
  return await stripe.prices.create(
    {
      currency: 'usd',
      unit_amount: cents,
      recurring: { interval: 'month' },
      product_data: { name: 'Adult member' },
    },
    options,
  )
}

export async function aPayer(
  { stripe }: SandboxBench,
  card = 'pm_card_visa',
  options: Stripe.RequestOptions = {},
) {
  return await stripe.customers.create(
    { email: 'pat@example.test', payment_method: card, invoice_settings: { default_payment_method: card } },
    options,
  )
}
