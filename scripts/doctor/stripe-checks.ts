import type { Stripe } from 'stripe'
import { dunning } from '#domain/subscriptions/subscriptions.ts'
import { dayMs, hourMs } from '#domain/values/durations.ts'
import { webhookPaths } from '#server/payments.ts'
import type { Config, StripeSettings } from '#server/platform/config/config.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import { createTransactions } from '#server/platform/database/transactions.ts'
import { silentLogger } from '#server/platform/log.ts'
import { createStripeClient } from '#server/platform/stripe/client.ts'
import { type Check, Note } from './check.ts'

/** The verifiable part of docs/operating.md 4 "Stripe"; a line names the rest. */
export function stripeChecks(config: Config, stripe: StripeSettings): Check[] {
  const client = createStripeClient(stripe)
  const { databaseUrl } = config
  return [
    { name: 'STRIPE_SECRET_KEY', run: () => checkStripe(client, stripe.secretKey, config) },
    { name: 'Stripe settings', run: () => checkStripeSettings(client) },
    ...(databaseUrl ? [{ name: 'Stripe retries', run: () => checkRetries(databaseUrl) }] : []),
  ]
}

/** @param stripe what it asks: the account, and its webhook endpoints */
export async function checkStripe(stripe: Stripe, secretKey: string, config: Config): Promise<string | Note> {
  const account = await stripe.accounts.retrieve(null)
  if (!account.charges_enabled) throw new Error('the Stripe account cannot take payments yet')
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  const addresses = Object.values(webhookPaths).map((path) => `${config.mainOrigin}${path}`)
  for (const address of addresses) {
    const endpoint = data.find(({ url }) => url === address)
    if (!endpoint) throw new Error(`Stripe has no webhook endpoint ${address}`)
    if (endpoint.status !== 'enabled')
      throw new Error(`the webhook endpoint ${address} is ${endpoint.status}`)
    if (!endpoint.enabled_events.includes('*'))
      return new Note(
        `the webhook endpoint ${address} is sent ${endpoint.enabled_events.length} kinds of events: let it have all, else some changes wait for a sweep`,
      )
  }
  const isTest = secretKey.startsWith('sk_test_') || secretKey.startsWith('rk_test_')
  if (isTest && config.environment === 'production') return new Note('the key is a test key: no money moves')
  return 'the account takes payments, and both webhook endpoints are enabled'
}

export async function checkStripeSettings(stripe: Stripe): Promise<string | Note> {
  await stripe.accounts.list({ limit: 1 }).catch((error: Error) => {
    throw new Error(`connected accounts cannot be listed, is Connect set up? ${error.message}`)
  })
  const { branding } = (await stripe.accounts.retrieve(null)).settings ?? {}
  const missing = [
    ...(branding?.icon || branding?.logo ? [] : ['no icon']),
    ...(branding?.primary_color ? [] : ['no color']),
  ]
  const unread = 'Retries, invoice settings and mails cannot be read: docs/operating.md 4'
  return new Note(
    missing.length > 0
      ? `payment pages have ${missing.join(' and ')}. ${unread}`
      : `Connect and branding are set up. ${unread}`,
  )
}

interface FailedRenewal {
  stripe_account: string
  issued_at: Date
  attempt_count: number
  next_attempt_at: Date
}

/** Stripe does not expose the retry schedule, but each failed renewal has the time of its next attempt. */
async function checkRetries(url: string): Promise<string | Note> {
  const database = openPostgres(url, { log: silentLogger, max: 1 })
  try {
    const failed = await createTransactions(database).withSystem('doctor', (tx) =>
      tx
        .selectFrom('invoices')
        .select(['stripe_account', 'issued_at', 'attempt_count', 'next_attempt_at'])
        .where('status', '=', 'open')
        .where('attempt_count', '>', 0)
        .where('next_attempt_at', 'is not', null)
        .orderBy('issued_at', 'desc')
        .limit(1_000)
        .execute(),
    )
    return judgeRetries(failed as FailedRenewal[])
  } finally {
    await database.close()
  }
}

/** @param failed renewals that Stripe will try again @returns what it says @throws Error naming accounts with another schedule */
export function judgeRetries(failed: readonly FailedRenewal[]): string | Note {
  if (failed.length === 0)
    return new Note('no renewal waits for another attempt, so the retry schedule was not seen')
  const others = failed.filter((each) => !isOnLadder(each)).map((each) => each.stripe_account)
  if (others.length === 0) return `${failed.length} failed renewals are tried again when they should be`
  const accounts = [...new Set(others)]
  throw new Error(
    `${accounts.slice(0, 5).join(', ')}${accounts.length > 5 ? ` and ${accounts.length - 5} more` : ''} retry at other times than ${dunning.retryAfterDays.join(', ')} days: docs/operating.md 4`,
  )
}

/** Within a day, since a bank may require another hour. */
function isOnLadder({ issued_at: issuedAt, attempt_count: attempts, next_attempt_at: next }: FailedRenewal) {
  if (attempts > dunning.retryAfterDays.length) return false
  const days = dunning.retryAfterDays.slice(0, attempts).reduce((sum: number, each) => sum + each, 0)
  const expected = issuedAt.getTime() + dunning.chargedAfterHours * hourMs + days * dayMs
  return Math.abs(next.getTime() - expected) <= dayMs
}
