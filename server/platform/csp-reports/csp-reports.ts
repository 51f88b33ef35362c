import { hourMs } from '#domain/values/durations.ts'
import { limitBody } from '../http/limit-body.ts'
import { networkKey } from '../http/networks.ts'
import { createBudgets } from '../limits/budgets.ts'
import type { Logger } from '../log.ts'
import { readViolations, type Violation } from './violations.ts'

/** Why a report was not read: its address has sent too many, or it is too long or no report. */
export type DropReason = 'limited' | 'unreadable'

export interface CspReportsOptions {
  log: Logger
  /** Absent where no metrics are served. */
  metrics?: { violated(violation: Violation): void; reportDropped(reason: DropReason): void } | undefined
  /** Milliseconds; by it an hour of the log passes. */
  now?(): number
}

/** Some reports of our policy together, whose text each of them carries. */
const maxBytes = 16 * 1024

/** One address: a page that breaks its policy in many places, then one in two seconds. */
const budget = { burst: 30, perSecond: 0.5 }

/** Kinds of violations that are logged in an hour; whoever sends reports may make kinds up. */
const kindsAnHour = 50

/**
 * Takes what browsers report of violated content security policies: counts it, and logs the first of each kind in an hour.
 * Anybody may send anything here, so it asks nobody who they are, reads little, touches no row, and always answers 204: nobody
 * is told what became of it, and no browser sends it again.
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
        // too long, or its sender went away
        .catch(() => '')
      const violations = readViolations(body)
      if (!violations) metrics?.reportDropped('unreadable')
      for (const violation of violations ?? []) note(violation, requestId)
    }
    return new Response(null, { status: 204 })
  }
}
