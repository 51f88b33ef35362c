import { spawn } from 'node:child_process'
import { checkedFetch, testTime } from '#sandbox/stripe/testing/a-sandbox.ts'
import { listen } from '#sandbox/stripe/testing/listen.ts'
import { createStripeSandbox, type SandboxOptions } from '../sandbox/stripe/index.ts'

// `npm run stripe-scenarios [-- EVENT...]`: the official Stripe CLI triggers its scenarios (default: all) against an empty
// payment sandbox each (docs/payments.md 13). A scenario succeeds when the sandbox has emitted its event and every answer
// matches the SDK's types; with STRIPE_TEST_KEY, when Stripe's test mode accepts it too. Scenarios in `refused` must fail.

const cliVersion = '1.52.0'
const key = 'sk_test_51scenarios'

const eventOf: Record<string, string> = {
  'subscription.payment_failed': 'invoice.payment_failed',
  'subscription.payment_succeeded': 'invoice.payment_succeeded',
}

/** Scenarios that the sandbox refuses, or that do not cause their event, each with the reason. */
const refused: Record<string, string> = {
  ...all('issuing', [
    'issuing_authorization.request',
    'issuing_authorization.request.eu',
    'issuing_authorization.request.gb',
    'issuing_card.created',
    'issuing_card.created.eu',
    'issuing_card.created.gb',
    'issuing_cardholder.created',
    'issuing_cardholder.created.eu',
    'issuing_cardholder.created.gb',
    'issuing_transaction.created',
    'issuing_transaction.purchase_details_receipt_updated',
    'issuing_transaction.updated',
  ]),
  ...all('identity', [
    'identity.verification_session.canceled',
    'identity.verification_session.created',
    'identity.verification_session.redacted',
  ]),
  ...all('cash balance', [
    'cash_balance.funds_available',
    'customer_cash_balance_transaction.created',
    'payment_intent.partially_funded',
  ]),
  ...all('transfers', ['transfer.created', 'transfer.reversed', 'transfer.updated']),
  ...all('legacy plans', ['plan.created', 'plan.deleted', 'plan.updated']),
  ...all('meters', ['v1.billing.meter.error_report_triggered', 'v1.billing.meter.no_meter_found']),
  ...all('undocumented endpoint payment_pages', ['checkout.session.completed']),
  ...all('credit notes', ['credit_note.created', 'credit_note.updated', 'credit_note.voided']),
  ...all('payment links', ['payment_link.created', 'payment_link.updated']),
  ...all('quotes', ['quote.accepted', 'quote.canceled', 'quote.created', 'quote.finalized']),
  ...all('cards by token', ['customer.source.created', 'customer.source.updated']),
  ...all('promotion codes', ['promotion_code.created', 'promotion_code.updated']),
  ...all('SEPA debit', [
    'checkout.session.async_payment_failed',
    'checkout.session.async_payment_succeeded',
    'payment_intent.processing',
  ]),
  'reporting.report_run.succeeded': 'reporting',
  'topup.created': 'top-ups',
  // a subscription that is canceled for non-payment aborts its schedule, and this one never begins
  'subscription_schedule.aborted': 'cancels a schedule itself',
  'subscription_schedule.expiring': 'stops nine days before the end, the notice comes seven days before',
}

/** Account settings other than Carefold's, where a scenario needs them. */
const settings: Record<string, Partial<SandboxOptions>> = {
  // its customer has no card, and Carefold's attempts end before its only month does
  'subscription_schedule.completed': { retryAfterDays: [40] },
}

/** Of Stripe's test mode, where each scenario that fires here must succeed too. */
const testKey = process.env.STRIPE_TEST_KEY
if (testKey && !/^(sk|rk)_test_/.test(testKey))
  throw new Error('STRIPE_TEST_KEY is no key of Stripe’s test mode')

/** The sandbox's refusal of unknown requests. */
const refusal = /Unrecognized request URL|Received unknown parameter|does not support/

interface Outcome {
  result: 'fired' | 'refused' | 'FAILED'
  because: string
}

const counts = { fired: 0, refused: 0, FAILED: 0 }
const named = process.argv.slice(2)
for (const event of named.length > 0 ? named : await knownEvents()) {
  const { result, because } = await judge(event)
  counts[result] += 1
  process.stdout.write(`${result.padEnd(7)}  ${event}${because && `: ${because}`}\n`)
}
process.stdout.write(`${counts.fired} fired, ${counts.refused} refused, ${counts.FAILED} failed\n`)
process.stdout.write(
  testKey ? 'Stripe’s test mode too.\n' : 'Skipped at Stripe: STRIPE_TEST_KEY is not set.\n',
)
process.exitCode = counts.FAILED === 0 && counts.fired > 0 ? 0 : 1

function all(reason: string, events: string[]): Record<string, string> {
  return Object.fromEntries(events.map((event) => [event, reason]))
}

async function knownEvents(): Promise<string[]> {
  const output = await cli('trigger', '--help')
  const [, list = ''] = /Supported events:\n([\s\S]*?)\n\n/.exec(output) ?? []
  return list.split('\n').map((line) => line.trim())
}

async function judge(event: string): Promise<Outcome> {
  const outcome = await trigger(event)
  const reason = refused[event]
  if (outcome.result === 'FAILED') return outcome
  if ((outcome.result === 'refused') === (reason !== undefined)) {
    return { ...outcome, because: reason ?? outcome.because }
  }
  const because = reason ? `fires, and is listed as refused (${reason})` : `refused: ${outcome.because}`
  return { result: 'FAILED', because }
}

async function trigger(event: string): Promise<Outcome> {
  const problems = new Set<string>()
  const refusals: string[] = []
  const emitted = new Set<string>()
  const sandbox = await createStripeSandbox({
    clock: testTime(),
    pagesUrl: 'http://carefold.localhost:3000/sandbox/stripe',
    log: { error: (_event, { error }) => problems.add(String(error)) },
    ...settings[event],
    // every event of the platform and of the accounts connected to it
    deliver: async (_url, body) => {
      emitted.add((JSON.parse(body) as { type: string }).type)
      return 200
    },
  })
  for (const connect of ['false', 'true'])
    await sandbox.fetch('http://sandbox.test/v1/webhook_endpoints', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({ url: 'http://carefold.test/hooks', 'enabled_events[0]': '*', connect }),
    })
  const checked = checkedFetch(sandbox, problems)
  const server = await listen(async (request) => {
    const answer = await checked(request)
    if (answer.status >= 400) {
      const { error } = (await answer.clone().json()) as { error: { message: string } }
      refusals.push(`${request.method} ${new URL(request.url).pathname}: ${error.message}`)
    }
    return answer
  })
  try {
    const output = await cli('trigger', event, '--api-base', server.origin, '--api-key', key)
    await sandbox.deliver()
    if (problems.size > 0) return { result: 'FAILED', because: [...problems].join('; ') }
    if (emitted.has(eventOf[event] ?? event)) return atStripe(event)
    const because = refusals.at(-1) ?? output.trim().split('\n').at(-1) ?? ''
    const isListed = refusals.length === 0 && refused[event] !== undefined
    return { result: isListed || refusal.test(because) ? 'refused' : 'FAILED', because }
  } finally {
    await server.stop()
  }
}

/** Runs the scenario in Stripe's test mode, if there is a key. */
async function atStripe(event: string): Promise<Outcome> {
  if (!testKey) return { result: 'fired', because: '' }
  const output = await cli('trigger', event, '--api-key', testKey)
  if (output.includes('Trigger succeeded')) return { result: 'fired', because: 'here and at Stripe' }
  return { result: 'FAILED', because: `at Stripe: ${output.trim().split('\n').at(-1)}` }
}

function cli(...args: string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn('npx', ['--yes', `@stripe/cli@${cliVersion}`, ...args], {
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    child.on('error', fail)
    child.on('exit', () => done(output))
  })
}
