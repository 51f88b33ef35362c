import { queryOptions } from '@tanstack/react-query'
import {
  type MemberRow,
  type MemberView,
  memberView,
  type PatientPlans,
} from '#domain/memberships/member-list.ts'
import { rest } from '#web/lib/api.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { clinicKey } from '#web/lib/query-client.ts'
import { readAll } from '#web/lib/read-all.ts'
import { readProfiles } from '#web/lib/user-profiles.ts'

/** The members page's rows. `areNamesMissing`: the names could not be loaded, the rest is complete. */
export interface MemberList {
  members: MemberView[]
  areNamesMissing: boolean
}

/**
 * All members, newest first; fresh for 2 minutes and reloaded on focus (docs/specification.md B7).
 */
export function membersQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'members'),
    staleTime: 2 * 60_000,
    retry: 2,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<MemberList> => {
      const [rows, patients] = await Promise.all([readMemberships(clinic.id, signal), readPatients(signal)])
      const userIds = rows.flatMap(({ user_id }) => user_id ?? [])
      // members are listed even when their names cannot be loaded (docs/domain-rules.md rule 38)
      const profiles = await readProfiles(userIds).catch(() => null)
      const profileOf = new Map(profiles?.map((profile) => [profile.id, profile]))
      const patientOf = new Map(patients.map((patient) => [patient.user_id, patient]))
      const members = rows.map((row) =>
        row.user_id
          ? memberView(row, profileOf.get(row.user_id), patientOf.get(row.user_id))
          : memberView(row, undefined, undefined),
      )
      return { members, areNamesMissing: profiles === null }
    },
  })
}

async function readMemberships(clinicId: string, signal: AbortSignal): Promise<MemberRow[]> {
  return readAll((from, to) =>
    rest
      .from('clinic_memberships')
      .select(
        '*,activity:membership_activity(last_active_at),invitations(id,email,name,expires_at,accepted_at,revoked_at,created_at)',
      )
      .eq('clinic_id', clinicId)
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
      .abortSignal(signal),
  )
}

async function readPatients(signal: AbortSignal): Promise<PatientPlans[]> {
  return readAll((from, to) =>
    rest
      .from('patients')
      .select(
        'user_id,full_name,email,subscriptions!subscriptions_owner_fkey(id,status,cancel_at_period_end,current_period_end,created_at,plan:plan_versions(name))',
      )
      .not('user_id', 'is', null)
      .order('id')
      .range(from, to)
      .abortSignal(signal),
  )
}
