import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { NewestMember } from '#domain/dashboard/newest-member.ts'
import { personName } from '#domain/memberships/member-list.ts'
import type { UserProfile } from '#domain/memberships/memberships.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import { action } from '#server/clinic/action.ts'

/** Long lists show five and link to the rest (docs/look.md "Decided on real screens"). */
const shown = 5

/**
 * Returns the clinic's newest members, the last one first. Before the caller's second step, patients are omitted,
 * because their names may not be read. Audits the read.
 * @throws AppError `not_allowed` unless the actor may `clinic:read`
 */
export const newestMembers = action({
  name: 'newest-members',
  input: z.object({}),
  access: 'clinic:read',
  async run(tx, { clinicId }): Promise<{ members: NewestMember[] }> {
    const { rows } = await sql<UserProfile & { membershipId: string; role: ClinicRole; joinedAt: Date }>`
      with newest as materialized (
        select id, user_id, role, created_at from public.clinic_memberships
         where clinic_id = ${clinicId} and status = 'active' and user_id is not null
         order by created_at desc limit ${shown})
      select newest.id as "membershipId", newest.role, newest.created_at as "joinedAt",
             person.id, person.email, person.raw_user_meta_data
        from newest
        join public.get_users_by_ids(array(select user_id from newest)) as person on person.id = newest.user_id
       order by newest.created_at desc`.execute(tx)
    const members = rows.map(({ membershipId, role, joinedAt, ...profile }) => ({
      id: membershipId,
      role,
      joinedAt: joinedAt.toISOString(),
      name: personName(profile, profile.id),
    }))
    return { members }
  },
})
