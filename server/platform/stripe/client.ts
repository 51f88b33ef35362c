import { Stripe } from 'stripe'
import { AppError } from '#domain/errors.ts'
import { refuseInDemo } from '../database/demo-request.ts'
import { watched } from '../outgoing-calls.ts'
import { withinDeadline } from './deadline.ts'

/** With `fetch`, the sandbox in this process answers. */
export interface StripeConnection {
  /** `sk_live_...` or `sk_test_...` */
  secretKey: string
  /** Of the endpoints for the platform's own events and for connected accounts. */
  webhookSecret: string
  connectWebhookSecret: string
  fetch?: typeof fetch
  /** Absent: over the network. */
  fetchPage?: (url: string) => Promise<Response>
}

/** The only constructor of the SDK, and the only branch between Stripe and the sandbox (docs/payments.md 2). */
export function createStripeClient({ secretKey, fetch }: StripeConnection): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    httpClient: watchedClient(fetch ? Stripe.createFetchHttpClient(fetch) : Stripe.createNodeHttpClient()),
    // a lost response is requested again with the same idempotency key
    maxNetworkRetries: 2,
    // for jobs; a waiting user's deadline is shorter (`deadline.ts`)
    timeout: 20_000,
    telemetry: false,
    appInfo: { name: 'Carefold' },
  })
}

type HttpClient = InstanceType<typeof Stripe.HttpClient>

/** Announces each attempt by the kind of object, since the rest of a path contains ids. Ends it at the user's deadline. */
function watchedClient(client: HttpClient): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest(host, port, path, method, headers, data, protocol, usualMs) {
      const [kind = ''] = /(?<=^\/v\d\/)[a-z_]+/.exec(path) ?? []
      return watched(
        { service: 'stripe', operation: `${method} ${kind}` },
        () =>
          withinDeadline(usualMs, (timeoutMs) =>
            client.makeRequest(host, port, path, method, headers, data, protocol, timeoutMs),
          ),
        (answer) => answer.getStatusCode(),
      )
    },
  }
}

/**
 * A request that Stripe rejects is a defect of ours and is rethrown.
 * @throws AppError `payments_unavailable`; `payments_disconnected` when the account no longer grants access
 */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError, StripePermissionError } =
      Stripe.errors
    const isTheirs =
      error instanceof StripeConnectionError ||
      error instanceof StripeAPIError ||
      error instanceof StripeRateLimitError
    if (error instanceof StripePermissionError) throw new AppError('payments_disconnected', { cause: error })
    if (isTheirs) throw new AppError('payments_unavailable', { cause: error })
    throw error
  }
}

/** A response without an id counts as a failure, because the SDK accepts some error pages as success. */
export async function make<T extends { id: string }>(call: () => Promise<T>): Promise<T> {
  const made = await ask(call)
  if (!made?.id) throw new AppError('payments_unavailable', { details: { answer: 'without id' } })
  return made
}

/** For `.catch`: null when the object does not exist in that account. */
export function nullWhenMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
    return null
  throw error
}

/**
 * Every write has an idempotency key. Always after the parameters (SDK 22).
 * @throws AppError `demo_read_only` for a write in a demo
 */
export function options(account: string | null, idempotencyKey?: string) {
  if (idempotencyKey) refuseInDemo()
  return { ...(account ? { stripeAccount: account } : {}), ...(idempotencyKey ? { idempotencyKey } : {}) }
}

/** Stripe may or may not have expanded the field. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : value.id
}

/** From Unix seconds. */
export function instant(seconds: number): Date {
  return new Date(seconds * 1000)
}

export function instantOrNull(seconds: number | null | undefined): Date | null {
  return seconds === null || seconds === undefined ? null : instant(seconds)
}

/** Of a list; `until` is exclusive. */
export function span(from: Date, until: Date) {
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
  return { created: { gte: seconds(from), lt: seconds(until) }, limit: 100 }
}
