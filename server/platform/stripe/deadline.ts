import { AsyncLocalStorage } from 'node:async_hooks'
import { Stripe } from 'stripe'

/** How long Stripe may be silent while somebody waits for its answer; jobs wait for as long as the client does. */
const waitingMs = 10_000

interface Deadline {
  ms: number
  /** Whether Stripe has been silent for all of it: then it is not asked again by the same click. */
  isOver: boolean
}

const running = new AsyncLocalStorage<Deadline | undefined>()

/** Somebody waits for what this does: Stripe's silence ends it after ten seconds, retries included. */
export function withUserDeadline<T>(work: () => T, ms = waitingMs): T {
  return running.run({ ms, isOver: false }, work)
}

/** Nobody waits, even where what this does was begun by a click: a job. */
export function withoutDeadline<T>(work: () => T): T {
  return running.run(undefined, work)
}

/**
 * Makes one attempt, as withinDeadline as the caller is.
 *
 * @param usualMs how long the client waits where nobody does
 */
export async function withinDeadline<T>(
  usualMs: number,
  attempt: (timeoutMs: number) => Promise<T>,
): Promise<T> {
  const patience = running.getStore()
  if (!patience) return attempt(usualMs)
  if (patience.isOver) throw Stripe.HttpClient.makeTimeoutError()
  try {
    return await attempt(Math.min(usualMs, patience.ms))
  } catch (error) {
    if ((error as { code?: unknown }).code === Stripe.HttpClient.TIMEOUT_ERROR_CODE) patience.isOver = true
    throw error
  }
}
