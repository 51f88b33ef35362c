import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { presentationsQuery } from '#web/components/slides/slides-queries.ts'
import { openVisitsQuery } from '#web/features/appointments/booking/queries.ts'
import { thisMonthQuery } from '#web/features/appointments/calendar/month-overview.tsx'
import { todayVisitsQueries } from '#web/features/appointments/calendar/today-visits.tsx'
import { feedbackCountsQuery } from '#web/features/feedback/feedback-counts.ts'
import { tasksQuery } from '#web/features/tasks/queries.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useSession } from '#web/lib/session/session-context.ts'

/**
 * Prefetches the cards of the dashboard's first tab along with its figures, in one request (docs/decisions/0119). Once:
 * the cards refetch.
 */
export function useTodayReads(clinic: Clinic, isShown: boolean): void {
  const queryClient = useQueryClient()
  const { user } = useSession()
  const may = useCan()
  const isAsked = useRef(false)
  const userId = user?.id
  const [seesVisits, seesTasks] = [may('appointments:read'), may('tasks:read')]
  const seesFeedback = may('feedback:read')
  const givesLessons = seesVisits && may('appointments:write')

  useEffect(() => {
    if (isAsked.current || !isShown || !userId) return
    isAsked.current = true
    if (seesVisits) {
      const [visits, types, providers, rooms] = todayVisitsQueries(clinic)
      void queryClient.prefetchQuery(visits)
      void queryClient.prefetchQuery(types)
      void queryClient.prefetchQuery(providers)
      void queryClient.prefetchQuery(rooms)
      void queryClient.prefetchQuery(openVisitsQuery(clinic.subdomain))
      void queryClient.prefetchQuery(thisMonthQuery(clinic))
    }
    // for a visit without a lesson
    if (givesLessons) void queryClient.prefetchQuery(presentationsQuery(clinic.subdomain))
    if (seesFeedback) void queryClient.prefetchQuery(feedbackCountsQuery(clinic.subdomain))
    if (seesTasks) void queryClient.prefetchQuery(tasksQuery(clinic, { assigneeId: userId }))
  }, [queryClient, clinic, isShown, userId, seesVisits, seesTasks, seesFeedback, givesLessons])
}
