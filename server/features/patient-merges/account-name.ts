import { sql } from 'kysely'

/** The name that the account of `auth.users u` has given itself; null without one. */
export const accountName = sql<string | null>`
  coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(u.user_metadata ->> 'name'), ''))`
