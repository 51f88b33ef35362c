import { dateIn } from '#domain/values/zones.ts'
import { ownVisitsQuery, visitPlaceQuery } from '#web/features/appointments/booking/own-queries.ts'
import { providersQuery, visitTypesQuery } from '#web/features/appointments/booking/queries.ts'
import { ownWaitlistQuery } from '#web/features/appointments/waitlist/waitlist-queries.ts'
import { openFormsQuery } from '#web/features/forms/open-forms-query.ts'
import { assignedQuery } from '#web/features/learning/assigned-query.ts'
import { ownThreadQuery } from '#web/features/messages/queries.ts'
import { askedAnewQuery } from '#web/features/preferences/queries.ts'
import { ownCardsQuery, ownSubscriptionsQuery } from '#web/features/subscriptions/queries.ts'
import { ownValueReceiptsQuery } from '#web/features/value-receipts/queries.ts'
import type { Clinic } from '#web/lib/clinic/clinic-query.ts'
import { queryClient } from '#web/lib/fetch/query-client.ts'
import { serverNow } from '#web/lib/page/clock.ts'

/** The reads of Home's first view. Imports no component (web/routes/opening-reads.ts). */
export function openingReads(clinic: Clinic): void {
  const { subdomain: slug } = clinic
  const today = dateIn(serverNow(), clinic.time_zone)
  void queryClient.prefetchQuery(ownVisitsQuery(slug))
  void queryClient.prefetchQuery(visitTypesQuery(slug))
  void queryClient.prefetchQuery(providersQuery(slug))
  void queryClient.prefetchQuery(visitPlaceQuery(slug))
  void queryClient.prefetchQuery(ownWaitlistQuery(slug, today))
  void queryClient.prefetchQuery(ownCardsQuery(clinic))
  void queryClient.prefetchQuery(askedAnewQuery(clinic))
  void queryClient.prefetchQuery(ownThreadQuery(clinic))
  void queryClient.prefetchQuery(openFormsQuery(slug))
  void queryClient.prefetchQuery(assignedQuery(slug))
  void queryClient.prefetchQuery(ownValueReceiptsQuery(slug))
  void queryClient.prefetchQuery(ownSubscriptionsQuery(clinic))
}
