import { setTimeout as wait } from 'node:timers/promises'

/** Settles after at least `ms` milliseconds, also on failure. */
export async function atLeast<T>(ms: number, step: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([step(), wait(ms)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
