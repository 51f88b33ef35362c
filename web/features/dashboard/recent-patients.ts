import { queryOptions } from '@tanstack/react-query'
import type { MembershipStatus } from '#domain/memberships/memberships.ts'
import { type PlanStanding, planStanding } from '#domain/subscriptions/plan-standing.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { serverNow } from '#web/lib/page/clock.ts'

export interface RecentPatient {
  id: string
  name: string
  email: string | null
  status: MembershipStatus | 'no-account'
  plan: { name: string; standing: PlanStanding } | null
  joinedAt: string
}

/** `areHidden`: there are patients, but this session may not see their names. */
export interface RecentPatients {
  patients: RecentPatient[]
  areHidden: boolean
}

const shown = 10

const planColumns =
  'status,current_period_start,current_period_end,cancel_at_period_end,cancel_at,ended_at,days_until_due,created_at,plan:plan_versions(name)'

/** The newest patients. Not polled: the list names people, and each read is recorded. */
export function recentPatientsQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'recent-patients'),
    staleTime: 2 * 60_000,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<RecentPatients> => {
      const members = await rest
        .from('clinic_memberships')
        .select('id,user_id,patient_id,status,created_at')
        // readers may also read their own membership of another clinic
        .eq('clinic_id', clinic.id)
        .eq('role', 'patient')
        .or('user_id.not.is.null,patient_id.not.is.null')
        .order('created_at', { ascending: false })
        .limit(shown)
        .abortSignal(signal)
      if (members.error) throw members.error
      if (members.data.length === 0) return { patients: [], areHidden: false }
      const userIds = members.data.flatMap(({ user_id }) => user_id ?? [])
      const ids = members.data.flatMap(({ patient_id }) => patient_id ?? [])
      const records = await rest
        .from('patients')
        .select(
          `id,user_id,full_name,email,subscriptions!subscriptions_owner_fkey(${planColumns}),
           covers:subscription_members!subscription_members_patient_fkey(until_on,subscription:subscriptions(${planColumns}))`,
        )
        .or([...userIds.map((id) => `user_id.eq.${id}`), ...ids.map((id) => `id.eq.${id}`)].join())
        .abortSignal(signal)
      if (records.error) throw records.error
      const patients = members.data.flatMap(
        ({ id, user_id, patient_id, status, created_at }): RecentPatient[] => {
          const record = records.data.find((each) =>
            user_id ? each.user_id === user_id : each.id === patient_id,
          )
          if (!record) return []
          const covering = record.covers.flatMap(({ until_on, subscription }) =>
            until_on === null && subscription ? [subscription] : [],
          )
          const running = [...record.subscriptions, ...covering].find(({ status }) => isRunning(status))
          return [
            {
              id,
              name: record.full_name,
              email: record.email,
              status: user_id === null && status === 'active' ? 'no-account' : status,
              plan: running?.plan
                ? { name: running.plan.name, standing: planStanding(running, serverNow()) }
                : null,
              joinedAt: created_at,
            },
          ]
        },
      )
      return { patients, areHidden: patients.length === 0 }
    },
  })
}
