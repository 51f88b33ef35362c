import { useMutation } from '@tanstack/react-query'
import type { CalendarService } from '#domain/outside-calendars/outside-calendars.ts'
import { callFunction } from '#web/lib/fetch/api.ts'

/** Leads the browser to a service's consent page. */
export function useConnect() {
  return useMutation({
    mutationFn: (service: CalendarService) => callFunction('connect-outside-calendar', { service }),
    onSuccess: ({ url }) => location.assign(url),
  })
}
