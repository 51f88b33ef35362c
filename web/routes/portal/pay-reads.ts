import { ownCreditQuery } from '#web/features/credits/queries.ts'
import { ownDueInvoicesQuery } from '#web/features/invoices/queries.ts'
import { ownThreadQuery } from '#web/features/messages/queries.ts'
import { ownSubscriptionsQuery } from '#web/features/subscriptions/queries.ts'
import type { Clinic } from '#web/lib/clinic/clinic-query.ts'
import { queryClient } from '#web/lib/fetch/query-client.ts'

/** The reads of the payments page's first view. Imports no component (web/routes/opening-reads.ts). */
export function openingReads(clinic: Clinic): void {
  void queryClient.prefetchQuery(ownCreditQuery(clinic))
  void queryClient.prefetchQuery(ownDueInvoicesQuery(clinic))
  void queryClient.prefetchQuery(ownSubscriptionsQuery(clinic))
  void queryClient.prefetchQuery(ownThreadQuery(clinic))
}
