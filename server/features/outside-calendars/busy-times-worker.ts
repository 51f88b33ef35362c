/* The thread that expands one calendar file (expand-calendar.ts): a rule of the file can make the library search forever. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Window } from '#server/platform/outside-calendar/busy-events.ts'
import { CalendarUnread } from '#server/platform/outside-calendar/read-address.ts'
import { busyEvents } from './busy-times.ts'
import type { ExpandedCalendar } from './expand-calendar.ts'

const { text, window } = workerData as { text: string; window: Window }

function expand(): ExpandedCalendar {
  try {
    return { events: busyEvents(text, window) }
  } catch (error) {
    return { refused: error instanceof CalendarUnread ? error.reason : 'not_a_calendar' }
  }
}

parentPort?.postMessage(expand())
