import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { PersonView } from '#domain/memberships/person.ts'
import { planStanding } from '#domain/subscriptions/plan-standing.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { listedMember } from './queries.ts'

/**
 * A person at the clinic; null if unknown. Starts with the data of the list, if it has shown them.
 *
 * @param id of the membership, or of the patient's record
 */
export function personQuery(queryClient: QueryClient, slug: string | null, id: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'person', id),
    refetchOnWindowFocus: true,
    placeholderData: () => {
      const listed = listedMember(queryClient, slug, id)
      return listed ? personOf(listed) : undefined
    },
    queryFn: async (): Promise<PersonView | null> => {
      try {
        return await callFunction('person', { personId: id })
      } catch (error) {
        // a URL that was mistyped or cut off has no valid id
        if (error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code)) return null
        throw error
      }
    },
  })
}

function personOf({ id, ...member }: NonNullable<ReturnType<typeof listedMember>>): PersonView {
  return {
    ...member,
    membershipId: id,
    isReadByGuardian: false,
    emailReport: null,
    endedAt: null,
    plans: member.plan ? [member.plan] : [],
  }
}

/** People that a patient's running plans cover, and payers of plans that cover the patient. */
export function coverQuery(slug: string | null, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'person', patientId, 'cover'),
    queryFn: async ({ signal }) => {
      const members = () =>
        rest
          .from('subscription_members')
          .select(
            `patient_id,role,patient:patients!subscription_members_patient_fkey(full_name),
             subscription:subscriptions!inner(owner_patient_id,status,current_period_start,current_period_end,
                                              cancel_at_period_end,cancel_at,ended_at,days_until_due,plan:plan_versions(name),
                                              owner:patients!subscriptions_owner_fkey(full_name))`,
          )
          .is('until_on', null)
          .abortSignal(signal)
      const [own, others] = await Promise.all([
        members().eq('subscription.owner_patient_id', patientId).neq('patient_id', patientId),
        members().eq('patient_id', patientId).neq('subscription.owner_patient_id', patientId),
      ])
      if (own.error) throw own.error
      if (others.error) throw others.error
      return {
        paysFor: own.data.map(({ patient_id, role, patient }) => ({
          patientId: patient_id,
          role,
          name: patient?.full_name ?? '',
        })),
        paidBy: others.data.map(({ subscription: { owner_patient_id, owner, plan, ...row } }) => ({
          patientId: owner_patient_id,
          name: owner?.full_name ?? '',
          plan: plan?.name ?? '',
          standing: planStanding(row, serverNow()),
        })),
      }
    },
  })
}
