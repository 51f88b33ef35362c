import { setTimeout as wait } from 'node:timers/promises'

/** Runs a step and settles no earlier than after `ms` milliseconds, whether it succeeds or fails. */
export async function atLeast<T>(ms: number, step: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([step(), wait(ms)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
