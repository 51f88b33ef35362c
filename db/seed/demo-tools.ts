import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Action, Services } from '#server/clinic/action.ts'
import type { AdjustableClock } from '#server/platform/clock.ts'
import type { Caller } from '#server/platform/database/transactions.ts'

/** The parts of a running server that the demo needs. */
export interface DemoTools {
  services: Services
  clock: AdjustableClock
  /** Does everything that is due by the clock. @returns what failed */
  settle(): Promise<string[]>
  /** Sends a form to one of this server's own pages: the payment sandbox's. */
  submit(url: string, fields: Record<string, string>): Promise<Response>
}

/** Does everything that is due by the clock, or fails with what failed. */
export async function settle(tools: DemoTools): Promise<void> {
  const failed = await tools.settle()
  if (failed.length > 0) throw new Error(`the demo's story failed: ${failed.join('; ')}`)
}

/** An action as one of the demo’s people calls it. */
export async function call<Output>(
  tools: DemoTools,
  action: Action,
  caller: Caller,
  input: object,
): Promise<Output> {
  // the embedded database never leaves the thread, so requests for pages that wait are let through first
  await nextTurn()
  return (await action.call(tools.services, caller, input)) as Output
}
