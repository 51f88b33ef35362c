import { type CalendarService, calendarReturn } from '#domain/outside-calendars/outside-calendars.ts'
import { paths } from '#domain/paths.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { Services } from '#server/clinic/action.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import { openState } from './consent-state.ts'

/**
 * Redirects a browser that returns from a service's consent page to the clinic's settings. The code follows `#`, and only
 * the session that asked can use it (finish-outside-calendar.ts).
 */
export function returnFromConsent(
  { config, outsideCalendars }: Pick<Services, 'config' | 'outsideCalendars'>,
  service: CalendarService,
) {
  return async (request: Request): Promise<Response> => {
    const { searchParams } = new URL(request.url)
    const sealed = searchParams.get('state') ?? ''
    const state = openState(outsideCalendars.secrets, sealed)
    // a code that one service issued never reaches another
    if (state?.service !== service)
      return new Response(errorTexts.calendar_connection_over, {
        status: 400,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      })
    const code = searchParams.get('code')
    const back = new URL(paths.settingsNotifications, clinicOrigin(config, state.subdomain))
    back.hash = calendarReturn.write(code ? { code, state: sealed } : 'denied')
    return new Response(null, {
      status: 303,
      headers: { Location: back.href, 'Cache-Control': 'no-store' },
    })
  }
}
