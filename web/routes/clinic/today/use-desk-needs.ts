import { useQuery } from '@tanstack/react-query'
import { deskNeeds, type Need } from '#domain/dashboard/needs-you.ts'
import { isOverdue } from '#domain/tasks/tasks.ts'
import { dateIn } from '#domain/values/zones.ts'
import { openVisitsQuery } from '#web/features/appointments/booking/queries.ts'
import { feedbackCountsQuery } from '#web/features/feedback/feedback-counts.ts'
import { messageCountsQuery } from '#web/features/messages/queries.ts'
import { tasksQuery } from '#web/features/tasks/queries.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { useSession } from '#web/lib/session/session-context.ts'

/** The work that waits at the desk, from the features that count it. `onRetry` is null unless a count failed. */
export function useDeskNeeds(clinic: Clinic): {
  needs: Need[]
  isPending: boolean
  onRetry: (() => void) | null
} {
  const may = useCan()
  const { user } = useSession()
  const slug = clinic.subdomain
  const visits = useQuery({ ...openVisitsQuery(slug), enabled: may('appointments:read') })
  const messages = useQuery({ ...messageCountsQuery(slug), enabled: may('messages:read') })
  const feedback = useQuery({ ...feedbackCountsQuery(slug), enabled: may('feedback:read') })
  const tasks = useQuery({
    ...tasksQuery(clinic, { assigneeId: user?.id ?? '' }),
    enabled: may('tasks:read') && user !== null,
  })
  const today = dateIn(serverNow(), clinic.time_zone)
  const open = tasks.data?.filter(({ isDone }) => !isDone)
  const reads = [visits, messages, feedback, tasks]
  const failed = reads.filter(({ isError, data }) => isError && data === undefined)
  return {
    needs: deskNeeds({
      unread: messages.data?.unread ?? null,
      requested: visits.data?.requested ?? null,
      outside: may('appointments:write') ? (visits.data?.outside ?? null) : null,
      openVisits: visits.data?.count ?? null,
      calls: visits.data?.calls ?? null,
      overdueTasks: open?.filter((task) => isOverdue(task, today)).length ?? null,
      tasksDueToday: open?.filter(({ dueOn }) => dueOn === today).length ?? null,
      feedback: feedback.data?.open ?? null,
    }),
    // a read that is not enabled is pending, and does not fetch
    isPending: reads.some(({ isLoading }) => isLoading),
    onRetry:
      failed.length === 0
        ? null
        : () => {
            for (const read of failed) void read.refetch()
          },
  }
}
