import { AppError } from '#domain/errors.ts'
import { networkKey } from '../http/networks.ts'
import { type BudgetSize, createBudgets } from './budgets.ts'
import { createFairShare } from './fair-share.ts'

interface Caller {
  /** Null for a visitor. */
  userId: string | null
  address: string | null
  /** The request's units were already taken. */
  isPaid?: boolean
}

/** Leaves capacity to others during a flood (docs/decisions/0037). Visitors count by network address, users by account. */
export interface CallerLimits {
  /** @throws AppError `rate_limited` when the budget is used up */
  admit(caller: Caller): void
  /**
   * All or none.
   * @returns seconds until the budget has enough, 0 when they were taken
   */
  take(caller: Caller, units: number): number
  /** @returns seconds until the budget has a unit, 0 when it has one */
  wait(caller: Caller): number
  /**
   * @param work calls `begun` once it has a connection; the time from then on is charged
   * @throws AppError `rate_limited` beyond the caller's own budget or share, `unavailable` beyond the visitors' share
   */
  run<T>(caller: Caller, work: (begun: () => void) => Promise<T>): Promise<T>
}

/** In transactions; slow ones cost more: see `costOf`. */
export interface CallerBudgets {
  visitor: BudgetSize
  person: BudgetSize
}

const usual: CallerBudgets = {
  visitor: { burst: 300, perSecond: 30 },
  person: { burst: 600, perSecond: 100 },
}

/** @param connections to the database, of this process */
export function createCallerLimits(connections: number, budgets = usual): CallerLimits {
  const visitorBudgets = createBudgets(budgets.visitor)
  const personBudgets = createBudgets(budgets.person)
  const visitors = createFairShare({
    atOnce: Math.max(1, Math.floor(connections * 0.3)),
    atOncePerKey: Math.max(1, Math.floor(connections * 0.2)),
    waitingPerKey: 20,
    waiting: 100,
    longestWaitMs: 2_000,
    refuse: () => new AppError('unavailable', { details: { retryAfterSeconds: 1 } }),
  })
  const people = createFairShare({
    atOnce: Number.POSITIVE_INFINITY,
    atOncePerKey: Math.max(2, Math.floor(connections * 0.4)),
    waitingPerKey: 50,
    waiting: Number.POSITIVE_INFINITY,
    longestWaitMs: 10_000,
    refuse: () => new AppError('rate_limited', { details: { retryAfterSeconds: 1 } }),
  })
  const limitsOf = ({ userId, address }: Caller) =>
    userId
      ? { key: userId, budget: personBudgets, share: people }
      : { key: networkKey(address), budget: visitorBudgets, share: visitors }
  const refuseFor = (retryAfterSeconds: number) => {
    if (retryAfterSeconds > 0) throw new AppError('rate_limited', { details: { retryAfterSeconds } })
  }
  const wait = (caller: Caller) => {
    const { key, budget } = limitsOf(caller)
    return budget.wait(key)
  }
  return {
    admit(caller) {
      if (!caller.isPaid) refuseFor(wait(caller))
    },
    take(caller, units) {
      const { key, budget } = limitsOf(caller)
      return budget.take(key, units)
    },
    wait,
    async run(caller, work) {
      const { key, budget, share } = limitsOf(caller)
      if (!caller.isPaid) refuseFor(budget.take(key))
      return share.run(key, async () => {
        let since = performance.now()
        try {
          return await work(() => {
            since = performance.now()
          })
        } finally {
          budget.charge(key, costOf(performance.now() - since))
        }
      })
    },
  }
}

/**
 * Another unit for every 20 ms beyond the first 200. Capped at a visitor's statement timeout: anything slower was delayed by
 * a busy machine.
 */
function costOf(ms: number): number {
  return Math.min(40, Math.max(0, (ms - 200) / 20))
}
