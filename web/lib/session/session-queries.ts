import { queryOptions } from '@tanstack/react-query'
import type { ClinicMembership } from '#domain/memberships/memberships.ts'
import { callFunction, rest } from '../fetch/api.ts'
import { clinicKey } from '../fetch/query-client.ts'

/** A user's memberships with their clinics. A failure silently returns an empty list (docs/specification.md A8). */
export function membershipsQuery(slug: string | null, userId: string | undefined) {
  return queryOptions({
    queryKey: clinicKey(slug, 'memberships', userId),
    enabled: userId !== undefined,
    queryFn: async ({ signal }): Promise<ClinicMembership[]> => {
      const { data, error } = await rest
        .from('clinic_memberships')
        .select('*, clinic:clinics(id, name, subdomain)')
        .eq('user_id', userId as string)
        .abortSignal(signal)
      if (error) throw error
      return data as ClinicMembership[]
    },
  })
}

/** The clinic's paid tier; `free` if the read fails or returns none (docs/specification.md A4). */
export function subscriptionTierQuery(slug: string | null, userId: string | undefined) {
  return queryOptions({
    queryKey: clinicKey(slug, 'subscription-tier', userId),
    enabled: userId !== undefined,
    queryFn: async (): Promise<string> => {
      const answer = await callFunction('check-subscription')
      return answer.subscription_tier ?? 'free'
    },
  })
}
