import type { CalendarService } from '#domain/outside-calendars/outside-calendars.ts'
import { createCalendarSandbox } from '#sandbox/calendars/index.ts'
import {
  type CalendarConnection,
  calendarReturnPaths,
  connectCalendarService,
} from '#server/platform/outside-calendar/calendar-service.ts'

/** A service's sandbox, with a user's visits there. */
export interface TestCalendarService {
  connection: CalendarConnection
  /** @param url of `authorizeUrl`. @returns where the browser is sent back to */
  visit(url: string, choice?: 'allow' | 'cancel'): Promise<URL>
  /** The user removes Carefold's access there. */
  withdraw(): Promise<void>
  /** Requests to the token endpoint and the API, with their bodies. */
  asked: { path: string; body: string }[]
  /** Replaces the user's busy times. */
  busy: { from: number; until: number }[]
  /** Replaces the sandbox's answers unless it returns undefined. */
  answer: (path: string) => Response | undefined
}

export function testCalendarService(name: CalendarService): TestCalendarService {
  const base = `http://carefold.localhost:3000/sandbox/calendars/${name}`
  const client = { id: 'carefold-test', secret: 'secret-of-the-test' }
  const returnTo = `http://carefold.localhost:3000${calendarReturnPaths[name]}`
  const sandbox = createCalendarSandbox(name, {
    ...{ base, client, returnTo },
    busyTimes: (from, until) => service.busy.filter((time) => time.until > from && time.from < until),
  })
  const own: typeof fetch = async (input, init) => {
    const path = String(input).slice(base.length)
    service.asked.push({ path, body: String(init?.body ?? '') })
    return service.answer(path) ?? sandbox.fetch(input, init)
  }
  const service: TestCalendarService = {
    connection: connectCalendarService(name, { client, returnTo, endpoints: sandbox.endpoints, fetch: own }),
    asked: [],
    busy: [],
    answer: () => undefined,
    async visit(url, choice = 'allow') {
      const form = new URL(url).searchParams
      form.set('choice', choice)
      const response = await sandbox.fetch(`${base}/authorize`, { method: 'POST', body: form })
      return new URL(response.headers.get('location') ?? 'about:blank')
    },
    async withdraw() {
      await sandbox.fetch(`${base}/account`, { method: 'POST' })
    },
  }
  return service
}
