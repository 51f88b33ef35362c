import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import type { Config } from '#server/platform/config/config.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import { requireLoginRole } from '#server/platform/database/login-role.ts'
import { readMigrations } from '#server/platform/database/migrations.ts'
import { silentLogger } from '#server/platform/log.ts'
import { type Check, Note } from './check.ts'

const minPostgres = 150_000
const mostSecondsApart = 5
const leastFreeBytes = 1024 ** 3
/** Connections of one server process (server/platform/database/database.ts), including the listening one. */
const connectionsOfProcess = 11

export function databaseChecks(config: Config): Check[] {
  const { databaseUrl, databaseOwnerUrl, dataDir } = config
  const checks: Check[] = [{ name: 'DATA_DIR', run: () => checkFolder(dataDir) }]
  if (!databaseUrl) return checks
  checks.push({ name: 'DATABASE_URL', run: () => checkPostgres(databaseUrl) })
  checks.push(
    databaseOwnerUrl && databaseOwnerUrl !== databaseUrl
      ? { name: 'DATABASE_OWNER_URL', run: () => checkMigrations(databaseOwnerUrl) }
      : {
          name: 'DATABASE_OWNER_URL',
          run: async () =>
            new Note('not set here, so the migrations were not checked: run "npm run migrate"'),
        },
  )
  return checks
}

async function checkFolder(folder: string): Promise<string | Note> {
  let there = folder
  while (!existsSync(there)) there = dirname(there)
  try {
    accessSync(there, constants.W_OK)
  } catch {
    throw new Error(`${there} cannot be written to by this account`)
  }
  const { bavail, bsize } = statfsSync(there)
  const free = bavail * bsize
  const text = `${folder} can be written to, ${(free / 1024 ** 3).toFixed(1)} GiB are free`
  return free < leastFreeBytes ? new Note(`${text}: that is little`) : text
}

async function checkPostgres(url: string): Promise<string | Note> {
  const database = openPostgres(url, { log: silentLogger, max: 1 })
  const { pool } = database
  try {
    const asked = Date.now()
    const { rows } = await pool.query(`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
             extract(epoch from clock_timestamp()) * 1000 as now, current_setting('max_connections')::int as connections,
             (select ssl from pg_catalog.pg_stat_ssl where pid = pg_catalog.pg_backend_pid()) as is_encrypted,
             inet_server_addr() as address`)
    const [{ number, version, now, connections, is_encrypted: isEncrypted, address }] = rows
    if (number < minPostgres) throw new Error(`Postgres ${version} is too old: 15 or newer`)
    await requireLoginRole(database)
    const apart = Math.abs(Number(now) - (asked + Date.now()) / 2) / 1_000
    if (apart > mostSecondsApart)
      throw new Error(
        `its clock and this machine's are ${apart.toFixed(0)} s apart: one-time codes will fail`,
      )
    if (connections < connectionsOfProcess)
      throw new Error(
        `max_connections is ${connections}: one server process takes up to ${connectionsOfProcess}`,
      )
    const text = `Postgres ${version}, as a role that row-level security restricts`
    const isLocal = address === null || /^(127\.|::1)/.test(String(address))
    return isEncrypted || isLocal
      ? text
      : new Note(`${text}, but the connection is not encrypted: add ?sslmode=verify-full`)
  } finally {
    await database.close()
  }
}

async function checkMigrations(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client
      .query<{ name: string; checksum: string }>('select name, checksum from migrations.applied')
      .catch((error: { code?: string }) => {
        if (error.code === '42P01' || error.code === '3F000') return { rows: [] }
        throw error
      })
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
    const migrations = readMigrations()
    const missing = migrations.filter(({ name }) => !applied.has(name))
    if (missing.length > 0)
      throw new Error(
        `${missing.length} migrations are not applied, ${missing[0]?.name} first: run "npm run migrate"`,
      )
    const edited = migrations.find(({ name, checksum }) => applied.get(name) !== checksum)
    if (edited) throw new Error(`${edited.name} was edited after it was applied`)
    return `all ${migrations.length} migrations are applied`
  } finally {
    await client.end()
  }
}
