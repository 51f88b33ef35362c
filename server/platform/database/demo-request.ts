import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from '#domain/errors.ts'

const running = new AsyncLocalStorage<true>()

/** Makes all transactions of `answer` read-only, including the server's (docs/decisions/0086). */
export function asDemo<T>(answer: () => T): T {
  return running.run(true, answer)
}

export function isDemoRequest(): boolean {
  return running.getStore() === true
}

/** @throws AppError `demo_read_only` in a request of a demo */
export function refuseInDemo(): void {
  if (isDemoRequest()) throw new AppError('demo_read_only')
}

/** Converts Postgres' refusal to write in a demo to `demo_read_only`; returns any other error. */
export function demoRefusal(error: unknown): unknown {
  const isReadOnly = (error as { code?: unknown } | null)?.code === '25006'
  return isReadOnly && isDemoRequest() ? new AppError('demo_read_only', { cause: error }) : error
}
