import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'
import { isUnknownJoin, joinStatusQuery } from './join-status.ts'
import { forgetPendingJoin, pendingJoin } from './pending-join.ts'
import { type OwnSubscription, ownSubscriptionsQuery } from './queries.ts'
import { shownSubscriptions } from './shown-subscriptions.ts'

/** A patient's plans at a clinic, and any payment being confirmed. */
export type OwnSubscriptions =
  | { status: 'loading' }
  | { status: 'error'; retry(): void }
  | {
      status: 'success'
      subscriptions: OwnSubscription[]
      /** paid in this tab, and the plan has not arrived yet */
      isConfirming: boolean
    }

export function useOwnSubscriptions(clinic: Clinic): OwnSubscriptions {
  const queryClient = useQueryClient()
  const own = useQuery(ownSubscriptionsQuery(clinic))
  const [sessionId, setSessionId] = useState(() => pendingJoin(clinic.subdomain))
  const join = useQuery(joinStatusQuery(clinic.subdomain, sessionId))
  // an unknown payment belongs to another user or does not exist: nothing to wait for
  const isDecided = (join.data && join.data.state !== 'confirming') || isUnknownJoin(join.error)

  useEffect(() => {
    if (!isDecided) return
    forgetPendingJoin(clinic.subdomain)
    void queryClient
      .invalidateQueries({ queryKey: ownSubscriptionKey(clinic.subdomain) })
      .then(() => setSessionId(null))
  }, [isDecided, clinic.subdomain, queryClient])

  if (own.isError) return { status: 'error', retry: () => void own.refetch() }
  if (own.isPending || (sessionId !== null && join.isPending)) return { status: 'loading' }
  return {
    status: 'success',
    subscriptions: shownSubscriptions(own.data),
    isConfirming: sessionId !== null && !join.isError,
  }
}
