import { sql } from 'kysely'

/** The profile name of the account `auth.users u`, or null. */
export const accountName = sql<string | null>`
  coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(u.user_metadata ->> 'name'), ''))`
