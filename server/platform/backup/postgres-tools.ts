import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Passes credentials through the environment, because every account of the machine can read arguments.
 * @param binaries the folder of the programs; null: found through PATH
 * @throws Error with one line for the operator
 */
export async function runPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  args: string[],
  url: string,
  binaries: string | null,
): Promise<void> {
  const program = binaries ? `${binaries}/${name}` : name
  try {
    await run(program, args, {
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...connectionEnv(url) },
      maxBuffer: 16 * 1024 * 1024,
    })
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    if (code === 'ENOENT')
      throw new Error(
        `${name} was not found: install Postgres' client programs, of its own version or a later one`,
      )
    const said = stderr.trim().split('\n').slice(0, 3).join('; ')
    throw new Error(said || `${name} ended with ${String(code)}`)
  }
}

/** Converts a connection string to libpq's environment variables. */
export function connectionEnv(connection: string): Record<string, string> {
  const url = new URL(connection)
  const given: Record<string, string> = {
    PGHOST: decodeURIComponent(url.hostname.replace(/^\[|\]$/g, '')),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
  }
  for (const [name, value] of url.searchParams) {
    const variable = fromQuery[name]
    if (!variable) throw new Error(`the connection string has "${name}", which a backup does not know`)
    given[variable] = value
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

const fromQuery: Record<string, string> = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  application_name: 'PGAPPNAME',
}
