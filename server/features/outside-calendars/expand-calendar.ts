import { Worker } from 'node:worker_threads'
import type { CalendarFailure } from '#domain/texts/outside-calendars.ts'
import type { BusyEvent, Window } from '#server/platform/outside-calendar/busy-events.ts'
import { CalendarUnread } from '#server/platform/outside-calendar/read-address.ts'

export type ExpandedCalendar = { events: BusyEvent[] } | { refused: CalendarFailure }

const limits = { seconds: 5, memoryMb: 256 }

/**
 * `busyEvents` in a thread with limits of time and memory.
 * @throws CalendarUnread `not_a_calendar`, `too_large`
 */
export async function expandCalendar(
  text: string,
  window: Window,
  seconds = limits.seconds,
): Promise<BusyEvent[]> {
  const worker = new Worker(new URL('./busy-times-worker.ts', import.meta.url), {
    workerData: { text, window },
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    // the library's output may contain parts of the file
    stdout: true,
    stderr: true,
  })
  const { promise, resolve } = Promise.withResolvers<ExpandedCalendar>()
  const timer = setTimeout(() => resolve({ refused: 'too_large' }), seconds * 1000)
  worker.on('message', resolve)
  worker.on('error', () => resolve({ refused: 'too_large' }))
  worker.on('exit', () => resolve({ refused: 'not_a_calendar' }))
  try {
    const expanded = await promise
    if ('refused' in expanded) throw new CalendarUnread(expanded.refused)
    return expanded.events
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
