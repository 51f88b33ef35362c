import { AsyncLocalStorage } from 'node:async_hooks'
import { Stripe } from 'stripe'

/** Jobs wait as long as Stripe's client does. */
const waitingMs = 10_000

interface Deadline {
  ms: number
  /** The same click does not call Stripe again. */
  isOver: boolean
}

const running = new AsyncLocalStorage<Deadline | undefined>()

/** For work that a user waits for: calls to Stripe end after ten seconds, retries included. */
export function withUserDeadline<T>(work: () => T, ms = waitingMs): T {
  return running.run({ ms, isOver: false }, work)
}

/** For a job, even if a click began it. */
export function withoutDeadline<T>(work: () => T): T {
  return running.run(undefined, work)
}

/** @param usualMs the client's timeout without a deadline */
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
