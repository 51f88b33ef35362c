import { Stripe } from 'stripe'
import { AppError } from '#domain/errors.ts'

/** How Stripe is reached. `fetch` is given when the sandbox answers in this process instead. */
export interface StripeConnection {
  /** `sk_live_...` or `sk_test_...` */
  secretKey: string
  /** Signing secrets of the endpoint for the platform's own events and of the one for connected accounts. */
  webhookSecret: string
  connectWebhookSecret: string
  fetch?: typeof fetch
}

/** The only constructor of the SDK, and the only branch between Stripe and the sandbox (docs/payments.md 2). */
export function createStripeClient({ secretKey, fetch }: StripeConnection): Stripe {
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    ...(fetch ? { httpClient: Stripe.createFetchHttpClient(fetch) } : {}),
    // an answer lost on the wire is asked for again under the same idempotency key
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    appInfo: { name: 'Carefold' },
  })
}

/**
 * Asks Stripe. What is Stripe's or the network's fault becomes a refusal that a person can act on; a request that
 * Stripe finds wrong is a defect of ours and stays as it is.
 *
 * @throws AppError `payments_unavailable`
 */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
    const isTheirs =
      error instanceof StripeConnectionError ||
      error instanceof StripeAPIError ||
      error instanceof StripeRateLimitError
    if (isTheirs) throw new AppError('payments_unavailable', { cause: error })
    throw error
  }
}

/** Asks for a new object. An answer without an id counts as a failure: the SDK takes some error pages for success. */
export async function make<T extends { id: string }>(call: () => Promise<T>): Promise<T> {
  const made = await ask(call)
  if (!made?.id) throw new AppError('payments_unavailable', { details: { answer: 'without id' } })
  return made
}

/** For `.catch`: null when Stripe says that there is no such object in that account; any other error stays one. */
export function nullWhenMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
    return null
  throw error
}

/** Request options: whose account, and the key that makes a repeat harmless. Always after the parameters (SDK 22). */
export function options(account: string | null, idempotencyKey?: string) {
  return { ...(account ? { stripeAccount: account } : {}), ...(idempotencyKey ? { idempotencyKey } : {}) }
}

/** The id of a field that Stripe may or may not have expanded. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : value.id
}

/** Stripe's seconds. */
export function instant(seconds: number): Date {
  return new Date(seconds * 1000)
}

export function instantOrNull(seconds: number | null | undefined): Date | null {
  return seconds === null || seconds === undefined ? null : instant(seconds)
}
