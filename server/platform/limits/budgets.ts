/** `burst` units at first, and `perSecond` more each second up to that. */
export interface BudgetSize {
  burst: number
  perSecond: number
}

/** In memory: counting a flood must not cost a statement per request. */
export interface Budgets {
  /** @returns seconds until there is a unit, 0 when there is one */
  wait(key: string): number
  /** Takes units, one by default: all or none. @returns seconds until there are enough, 0 when they were taken */
  take(key: string, units?: number): number
  /** The budget may become negative. */
  charge(key: string, units: number): void
}

// above this number full budgets are removed
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
  const wait = (key: string, asked = 1) => {
    const missing = asked - current(key)
    return missing > 0 ? Math.max(1, Math.ceil(missing / perSecond)) : 0
  }
  return {
    wait: (key) => wait(key),
    take(key, units = 1) {
      const seconds = wait(key, units)
      if (seconds === 0) set(key, current(key) - units)
      return seconds
    },
    // no caller is refused for longer than twice a full refill
    charge: (key, units) => set(key, Math.max(-burst, current(key) - units)),
  }
}
