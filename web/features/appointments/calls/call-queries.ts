import { queryOptions } from '@tanstack/react-query'
import type { VisitCalls } from '#domain/appointments/visit-calls.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** The server records the read of each listed patient. */
export function visitCallsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'calls'),
    refetchOnWindowFocus: true,
    queryFn: () => callFunction('visit-calls', {}),
  })
}

/** How many calls wait. */
export function countCalls({ calls, offers }: VisitCalls): number {
  return calls.filter(({ called }) => !called).length + offers.length
}

export function visitReachQuery(slug: string | null, appointmentId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'reach', appointmentId),
    queryFn: () => callFunction('visit-reach', { appointmentId }),
  })
}
