import { AsyncLocalStorage } from 'node:async_hooks'
import { Stripe } from 'stripe'

/** Longest silence of Stripe while a user waits; jobs wait as long as the client does. */
const waitingMs = 10_000

interface Deadline {
  ms: number
  /** The deadline has passed: the same click does not call Stripe again. */
  isOver: boolean
}

const running = new AsyncLocalStorage<Deadline | undefined>()

/** Runs work that a user waits for: ends calls to Stripe after ten seconds, retries included. */
export function withUserDeadline<T>(work: () => T, ms = waitingMs): T {
  return running.run({ ms, isOver: false }, work)
}

/** Runs work that no user waits for, even if a click began it: a job. */
export function withoutDeadline<T>(work: () => T): T {
  return running.run(undefined, work)
}

/**
 * Makes one attempt within the caller's deadline.
 * @param usualMs the client's timeout without a deadline
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
