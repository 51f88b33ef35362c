export type Priority = 'critical' | 'high' | 'medium' | 'low'

export interface Preload {
  index: number
  priority: Priority
  delayMs: number
}

/** Slides preloaded on either side, with their delay (docs/specification.md B9). */
const ahead: { priority: Priority; delayMs: number }[] = [
  { priority: 'high', delayMs: 50 },
  { priority: 'medium', delayMs: 150 },
  { priority: 'low', delayMs: 300 },
]
export const mostAtOnce = 2

/** The current slide, then up to three on either side, next before previous; each once, wrapping around. */
export function preloadPlan(current: number, total: number): Preload[] {
  const plan: Preload[] = [{ index: current, priority: 'critical', delayMs: 0 }]
  ahead.forEach(({ priority, delayMs }, step) => {
    for (const way of [1, -1]) {
      const index = (((current + way * (step + 1)) % total) + total) % total
      if (!plan.some((each) => each.index === index)) plan.push({ index, priority, delayMs })
    }
  })
  return plan
}

export interface Preloader {
  /** Loads this slide and its neighbors; drops planned loads of another slide. */
  show(current: number, total: number): void
  stop(): void
}

/**
 * Preloads slides, at most two at once, each once.
 *
 * @param load resolves when the picture has loaded or failed
 * @param wait calls back later.
 * @returns cancels the wait
 */
export function createPreloader({
  load,
  wait,
}: {
  load(index: number, priority: Priority): Promise<void>
  wait(run: () => void, delayMs: number): () => void
}): Preloader {
  const begun = new Set<number>()
  let queue: Preload[] = []
  let loading = 0
  let endWaits: (() => void)[] = []

  function next(): void {
    while (loading < mostAtOnce) {
      const one = queue.shift()
      if (!one) return
      if (begun.has(one.index)) continue
      begun.add(one.index)
      loading += 1
      void load(one.index, one.priority).finally(() => {
        loading -= 1
        next()
      })
    }
  }

  function stop(): void {
    for (const end of endWaits) end()
    endWaits = []
    queue = []
  }

  return {
    stop,
    show(current, total) {
      stop()
      const plan = preloadPlan(current, total)
      for (const delayMs of [0, ...ahead.map((each) => each.delayMs)]) {
        const due = plan.filter((each) => each.delayMs === delayMs)
        if (due.length === 0) continue
        const enqueue = () => {
          queue.push(...due)
          next()
        }
        if (delayMs === 0) enqueue()
        else endWaits.push(wait(enqueue, delayMs))
      }
    },
  }
}
