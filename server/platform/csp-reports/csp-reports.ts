import { hourMs } from '#domain/values/durations.ts'
import { limitBody } from '../http/limit-body.ts'
import { networkKey } from '../http/networks.ts'
import { createBudgets } from '../limits/budgets.ts'
import type { Logger } from '../log.ts'
import { readViolations, type Violation } from './violations.ts'

/** `limited`: the address has sent too many. `unreadable`: too long, or not a report. */
export type DropReason = 'limited' | 'unreadable'

export interface CspReportsOptions {
  log: Logger
  metrics?: { violated(violation: Violation): void; reportDropped(reason: DropReason): void } | undefined
  /** Monotonic, in milliseconds. */
  now?(): number
}

/** Browsers send several reports together, each with the text of our policy. */
const maxBytes = 16 * 1024

/** Per address: a burst from a page with many violations, then one every two seconds. */
const budget = { burst: 30, perSecond: 0.5 }

/** Kinds of violations logged per hour, because senders can invent kinds. */
const kindsAnHour = 50

/**
 * Counts browsers' reports of content security policy violations, and logs the first of each kind in an hour. Reports are
 * unauthenticated, so it touches no row and always answers 204, which also prevents retries.
 */
export function createCspReports({ log, metrics, now = () => performance.now() }: CspReportsOptions) {
  const budgets = createBudgets(budget, now)
  let hour = -1
  const logged = new Set<string>()
  const note = (violation: Violation, requestId: string) => {
    metrics?.violated(violation)
    const { origin, blocked, ...rest } = violation
    const fields = { ...rest, blocked: origin ?? blocked }
    const thisHour = Math.floor(now() / hourMs)
    if (thisHour !== hour) logged.clear()
    hour = thisHour
    const kind = JSON.stringify(fields)
    if (logged.has(kind) || logged.size >= kindsAnHour) return
    logged.add(kind)
    log.warn('csp.violated', { ...fields, requestId })
  }
  return async (
    request: Request,
    { requestId, address }: { requestId: string; address: string | null },
  ): Promise<Response> => {
    if (budgets.take(networkKey(address)) > 0) metrics?.reportDropped('limited')
    else {
      const body = await limitBody(request, maxBytes)
        .text()
        // too long, or the sender disconnected
        .catch(() => '')
      const violations = readViolations(body)
      if (!violations) metrics?.reportDropped('unreadable')
      for (const violation of violations ?? []) note(violation, requestId)
    }
    return new Response(null, { status: 204 })
  }
}
