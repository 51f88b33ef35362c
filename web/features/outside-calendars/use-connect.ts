import { useMutation } from '@tanstack/react-query'
import type { CalendarService } from '#domain/outside-calendars/outside-calendars.ts'
import { outsideCalendarTexts as texts } from '#domain/texts/outside-calendars.ts'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

/** Leads the browser to a service's consent page. */
export function useConnect() {
  return useMutation({
    mutationFn: (service: CalendarService) => callFunction('connect-outside-calendar', { service }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.error(texts.connectFailed, describeRefusal(error)),
  })
}
