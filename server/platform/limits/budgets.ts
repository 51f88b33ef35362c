/** A budget: `burst` units at first, and `perSecond` more each second up to that. */
export interface BudgetSize {
  burst: number
  perSecond: number
}

/** Budgets by key, in this process' memory: counting a flood must not cost the database a statement for each request. */
export interface Budgets {
  /** @returns seconds until there is a unit, 0 when there is one */
  wait(key: string): number
  /** Takes one unit. @returns seconds until there is one, 0 when it was taken */
  take(key: string): number
  /** Takes more afterwards, for what turned out to be costly; the budget may go below zero. */
  charge(key: string, units: number): void
}

// full budgets are forgotten when there are that many
const maxKeys = 10_000

export function createBudgets({ burst, perSecond }: BudgetSize, now = () => performance.now()): Budgets {
  const left = new Map<string, { units: number; at: number }>()
  const current = (key: string) => {
    const found = left.get(key)
    return found ? Math.min(burst, found.units + ((now() - found.at) / 1000) * perSecond) : burst
  }
  const set = (key: string, units: number) => {
    // to the end of the map's order, which is by last use
    left.delete(key)
    left.set(key, { units, at: now() })
    if (left.size > maxKeys) forget()
  }
  const forget = () => {
    for (const key of left.keys()) if (current(key) >= burst) left.delete(key)
    for (const key of left.keys()) {
      if (left.size <= maxKeys) return
      left.delete(key)
    }
  }
  const wait = (key: string) => {
    const units = current(key)
    return units < 1 ? Math.max(1, Math.ceil((1 - units) / perSecond)) : 0
  }
  return {
    wait,
    take(key) {
      const seconds = wait(key)
      if (seconds === 0) set(key, current(key) - 1)
      return seconds
    },
    // bounded, so that nobody is kept out for longer than twice a full budget takes
    charge: (key, units) => set(key, Math.max(-burst, current(key) - units)),
  }
}
