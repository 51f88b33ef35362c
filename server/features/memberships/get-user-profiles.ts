import { sql } from 'kysely'
import { userIdsInput } from '#domain/memberships/inputs.ts'
import type { UserProfile } from '#domain/memberships/memberships.ts'
import { action } from '#server/clinic/action.ts'

/**
 * Returns names and email addresses of users of the clinic, to its team. Omits ids that are unknown or not of this
 * clinic. The rule is in the database function `get_users_by_ids`, which the specification's client also calls.
 * @throws AppError `invalid_input` for more than 100 ids
 */
export const getUserProfiles = action({
  name: 'get-user-profiles',
  input: userIdsInput,
  access: 'signed-in',
  async run(tx, _ctx, { userIds }): Promise<UserProfile[]> {
    const { rows } = await sql<UserProfile>`
      select id, email, raw_user_meta_data from public.get_users_by_ids(${userIds}::uuid[])`.execute(tx)
    return rows
  },
})
