import { type CalendarService, calendarServices } from '#domain/outside-calendars/outside-calendars.ts'
import { createCalendarSandbox } from '#sandbox/calendars/index.ts'
import type { Clock } from './platform/clock.ts'
import type { ClientSettings, Config } from './platform/config/config.ts'
import {
  calendarReturnPaths,
  connectCalendarService,
  type ServiceEndpoints,
} from './platform/outside-calendar/calendar-service.ts'
import { googleService } from './platform/outside-calendar/google-calendar.ts'
import { microsoftService } from './platform/outside-calendar/microsoft-calendar.ts'
import type { OutsideCalendars } from './platform/outside-calendar/outside-calendars.ts'

export interface OpenedCalendarServices {
  /** In production, those with settings. */
  services: OutsideCalendars['services']
  /** Of services without settings, in development. */
  sandboxes: { path: string; handle(request: Request): Promise<Response> }[]
}

/** Without the settings of a service, a sandbox replaces it in development; in production it is off. */
export function openCalendarServices(config: Config, clock: Clock): OpenedCalendarServices {
  const opened: OpenedCalendarServices = { services: {}, sandboxes: [] }
  for (const name of calendarServices) {
    const returnTo = `${config.mainOrigin}${calendarReturnPaths[name]}`
    const registered = registrationOf(config, name)
    if (registered) {
      const { clientId: id, clientSecret: secret } = registered.client
      opened.services[name] = connectCalendarService(name, {
        client: { id, secret },
        returnTo,
        endpoints: registered.endpoints,
      })
    } else if (config.environment === 'development') {
      const path = `/sandbox/calendars/${name}`
      const client = { id: 'carefold-local', secret: crypto.randomUUID() }
      const base = `${config.mainOrigin}${path}`
      const sandbox = createCalendarSandbox(name, { base, client, returnTo, now: () => clock.now() })
      opened.services[name] = connectCalendarService(name, { client, returnTo, ...sandbox })
      opened.sandboxes.push({ path: `${path}/*`, handle: (request) => sandbox.fetch(request) })
    }
  }
  return opened
}

function registrationOf(
  { googleCalendar, microsoftCalendar }: Config,
  name: CalendarService,
): { client: ClientSettings; endpoints: ServiceEndpoints } | null {
  if (name === 'google')
    return googleCalendar && { client: googleCalendar, endpoints: googleService.endpoints }
  return (
    microsoftCalendar && {
      client: microsoftCalendar,
      endpoints: microsoftService.endpoints(microsoftCalendar.tenant),
    }
  )
}
