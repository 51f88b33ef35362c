import { queryOptions } from '@tanstack/react-query'
import { personName } from '#domain/memberships/person-name.ts'
import { can, type Permission } from '#domain/permissions.ts'
import { rest } from '../fetch/api.ts'
import { clinicKey } from '../fetch/query-client.ts'
import { readAll } from '../fetch/read-all.ts'
import type { Clinic } from './current-clinic.ts'
import { readProfiles } from './user-profiles.ts'

export interface Colleague {
  userId: string
  name: string
}

/** Team members by name. @param may the permission they must have; null: any */
export function colleaguesQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>, may: Permission | null) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'colleagues', may),
    staleTime: 2 * 60_000,
    queryFn: async ({ signal }): Promise<Colleague[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('clinic_memberships')
          .select('user_id,role,is_read_only,is_billing_only')
          // callers may also read their memberships of other clinics
          .eq('clinic_id', clinic.id)
          .eq('status', 'active')
          .neq('role', 'patient')
          .not('user_id', 'is', null)
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      )
      const ids = rows.flatMap(
        ({ user_id, role, is_read_only: isReadOnly, is_billing_only: isBillingOnly }) =>
          user_id && (may === null || can({ role, isReadOnly, isBillingOnly }, may)) ? [user_id] : [],
      )
      const profiles = ids.length > 0 ? await readProfiles(ids) : []
      const profileOf = new Map(profiles.map((profile) => [profile.id, profile]))
      return ids
        .map((userId) => ({ userId, name: personName(profileOf.get(userId), userId) }))
        .sort((a, b) => a.name.localeCompare(b.name, 'en-US'))
    },
  })
}
