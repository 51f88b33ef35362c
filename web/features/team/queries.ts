import { queryOptions } from '@tanstack/react-query'
import { type MemberView, memberView } from '#domain/memberships/member-list.ts'
import type { PermissionSet } from '#domain/permissions.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { readProfiles } from '#web/lib/clinic/user-profiles.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'
import { serverNow } from '#web/lib/page/clock.ts'

/** The team and its pending invitations, oldest first, so that a new row moves no other. */
export function teamQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'team'),
    staleTime: 2 * 60_000,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<MemberView[]> => {
      const rows = await readAll((from, to) =>
        rest
          .from('clinic_memberships')
          .select(
            '*,activity:membership_activity(last_active_at),invitations(id,email,name,expires_at,accepted_at,revoked_at,created_at)',
          )
          .eq('clinic_id', clinic.id)
          .neq('role', 'patient')
          .order('created_at')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      )
      const userIds = rows.flatMap(({ user_id }) => user_id ?? [])
      const profiles = userIds.length > 0 ? await readProfiles(userIds) : []
      const profileOf = new Map(profiles.map((profile) => [profile.id, profile]))
      return rows.map((row) => {
        const profile = row.user_id ? profileOf.get(row.user_id) : undefined
        const sets = row.permission_sets as PermissionSet[]
        return memberView({ ...row, permission_sets: sets }, profile, undefined, serverNow())
      })
    },
  })
}
