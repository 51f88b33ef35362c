import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { query } from './postgres.ts'

const run = promisify(execFile)
/** As many as `npm run restore` tries (docs/reliability.md F14). */
export const secrets = 20

export interface Part {
  figures: string
  problems: string[]
}

/** Runs one of the product's scripts. @returns its output */
export async function command(script: string, args: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await run(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    timeout: 1_200_000,
  })
  return stdout
}

export async function rowsOf(url: string, emails: string[]): Promise<number> {
  const [row] = await query<{ count: number }>(
    url,
    `select count(distinct email)::int as count from (
       select email from public.leads union all select email from auth.users) written where email = any($1)`,
    [emails],
  )
  return row?.count ?? 0
}

/**
 * All policies, grants and forced tables in one checksum, independent of the database's name. Ignores parentheses,
 * which Postgres reduces when it reads its own text.
 */
export async function policiesOf(url: string): Promise<string> {
  const [row] = await query<{ sum: string }>(
    url,
    `select md5(coalesce((select string_agg(p, '|' order by p)
                               from (select translate(p::text, '() ', '') as p from pg_policies p) policies), '')
             || coalesce((select string_agg(g, '|' order by g)
                               from (select concat_ws(' ', grantor, grantee, table_schema, table_name, column_name, privilege_type) g
                                       from information_schema.column_privileges) grants), '')
             || coalesce((select string_agg(c.oid::regclass || ' ' || c.relforcerowsecurity, '|' order by c.oid::regclass::text)
                            from pg_class c where c.relkind = 'r'), '')) as sum`,
  )
  return row?.sum ?? ''
}
