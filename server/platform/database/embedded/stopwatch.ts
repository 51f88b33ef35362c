import { readFileSync } from 'node:fs'

export interface Stopwatch {
  start(limitMs: number, over: () => void): void
  stop(): void
}

/** Checks per limit; short statements end before the first. */
const looks = 4
/** A thread that waits instead of working is over after this many limits. */
const waitingLimits = 5
// USER_HZ is 100 on every Linux that Node runs on, so a thread's time is known to 10 ms
const msPerTick = 10

/**
 * Measures processor time, because a short statement must not be ended for taking long on a busy machine. Measures real time
 * on systems other than Linux.
 * @param threadId of Linux; null: unknown
 */
export function stopwatchOf(threadId: number | null): Stopwatch {
  let timer: NodeJS.Timeout | undefined
  return {
    start(limitMs, over) {
      const step = limitMs / looks
      let busyMs = 0
      let passedMs = 0
      let before: number | null = null
      const look = () => {
        const now = busyMsOf(threadId)
        busyMs += before === null || now === null ? step : Math.min(step, now - before + msPerTick)
        passedMs += step
        before = now
        if (busyMs < limitMs && passedMs < limitMs * waitingLimits) timer = setTimeout(look, step)
        // an answer that arrived while this process was busy is read first
        else timer = setTimeout(over, 0)
      }
      timer = setTimeout(look, step)
    },
    stop: () => clearTimeout(timer),
  }
}

function busyMsOf(threadId: number | null): number | null {
  if (threadId === null) return null
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'utf8')
    // the fields from `state` on, after the name in parentheses
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * msPerTick
  } catch {
    return null
  }
}
