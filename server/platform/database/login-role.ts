import { sql } from 'kysely'
import { ConfigError } from '../config/config-error.ts'
import type { Database } from './database.ts'

/**
 * Refuses a role with rights beyond those that `app.enter` grants.
 * @throws ConfigError with a one-line message, also for a database without the schema
 */
export async function requireLoginRole(database: Database): Promise<void> {
  const { rows } = await sql<{ is_free: boolean; owns: boolean; has_schema: boolean }>`
    select r.rolsuper or r.rolbypassrls or r.rolinherit as is_free,
           exists (select from pg_catalog.pg_class c where c.relowner = r.oid) as owns,
           exists (select from pg_catalog.pg_namespace where nspname = 'app') as has_schema
      from pg_catalog.pg_roles r where r.rolname = current_user`.execute(database.kysely)
  const [found] = rows
  if (!found?.has_schema)
    throw new ConfigError('DATABASE_URL names an empty database: run "npm run migrate" first')
  if (found.is_free || found.owns) {
    throw new ConfigError(
      'DATABASE_URL must name the role carefold_login: row-level security does not restrict other roles',
    )
  }
}
