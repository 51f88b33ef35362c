import { createHash } from 'node:crypto'
import pg from 'pg'
import { freePort } from '#scripts/free-port.ts'
import { authSettings } from '#server/auth/context/settings.ts'
import { parseSigningKeys } from '#server/auth/keys/signing-keys.ts'
import { createAccessTokens } from '#server/auth/tokens/access-token.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import { migratePostgres, readMigrations } from '#server/platform/database/migrations.ts'
import { createTransactions } from '#server/platform/database/transactions.ts'
import { silentLogger } from '#server/platform/log.ts'
import { loadSchemaCache } from '#server/rest/catalog/load-schema-cache.ts'
import type { SchemaCache } from '#server/rest/schema/schema-cache.ts'
import type { PostgresServer } from '../machine/postgres-server.ts'
import { type ServerProcess, startServerProcess } from '../machine/server-process.ts'
import { buffersOfRequest, callerOf } from './buffers.ts'
import { type BenchClinic, benchClinic, loadStatements } from './clinics.ts'
import { anyClinic, type Job, jobs } from './jobs.ts'
import { statementOf, thinJobOf } from './statements.ts'

export interface World {
  clinics: number
  url: string
  thin: ServerProcess
  carefold: ServerProcess
  /** Evenly sampled clinics with their staff's tokens. */
  keys: { clinic: BenchClinic; token: string }[]
  hasAppointments: boolean
  /** Database pages touched by one request of a job. */
  buffers(job: Job): Promise<number>
  stop(): Promise<void>
}

const secret = 'the shared secret of the benchmark, which guards nothing'
// Half of the verified tokens that a process remembers.
const keyCount = 5_000

/** @param options.env added to the environment of the product's server */
export async function openWorld(
  postgres: PostgresServer,
  clinics: number,
  { env = {} }: { env?: Record<string, string> } = {},
): Promise<World> {
  // A preserved folder may have other migrations.
  const database = `bench_${clinics}_${fingerprint()}`
  const url = postgres.url(database)
  const isNew = await createDatabase(postgres, database)
  if (isNew) await migratePostgres(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const tables = await laterTables(client)
  const hasAppointments = tables.appointments
  if (isNew) for (const statement of loadStatements(clinics, tables)) await client.query(statement)
  const cache = await loadSchemaCache(
    { catalog: async (sql, params) => (await client.query(sql, params)).rows },
    ['public'],
  )
  await client.end()
  const thin = await startServerProcess('thin', new URL('./thin-server.ts', import.meta.url), {
    DATABASE_URL: url,
    SECRET: secret,
    JOBS: JSON.stringify(await thinJobs(cache, hasAppointments)),
  })
  const settings = { ...(await serverSettings(url)), ...env }
  const script = new URL('../machine/carefold-server.ts', import.meta.url)
  const carefold = await startServerProcess('carefold', script, settings)
  return {
    clinics,
    url,
    thin,
    carefold,
    keys: await staffKeys(clinics, settings),
    hasAppointments,
    buffers: (job) => buffersOf(job, url, clinics, cache),
    stop: async () => {
      await Promise.all([thin.stop(), carefold.stop()])
    },
  }
}

async function buffersOf(job: Job, url: string, clinics: number, cache: SchemaCache): Promise<number> {
  const clinic = benchClinic(Math.ceil(clinics / 2))
  const { statement } = await statementOf(
    job,
    job.values(clinic, () => 0.5),
    cache,
  )
  const database = openPostgres(url, { log: silentLogger, max: 1 })
  try {
    return await buffersOfRequest(createTransactions(database), callerOf(clinic), statement)
  } finally {
    await database.close()
  }
}

async function laterTables(client: pg.Client): Promise<{ appointments: boolean; security: boolean }> {
  const { rows } = await client.query(
    `select to_regclass('public.appointments') is not null as appointments,
            to_regclass('public.clinic_security') is not null as security`,
  )
  return rows[0]
}

function fingerprint(): string {
  const checksums = readMigrations().map(({ checksum }) => checksum)
  return createHash('sha256').update(checksums.join()).digest('hex').slice(0, 8)
}

async function createDatabase(postgres: PostgresServer, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (!rowCount) await client.query(`create database ${name}`)
  await client.end()
  return !rowCount
}

async function thinJobs(cache: SchemaCache, hasAppointments: boolean) {
  const available = jobs.filter((job) => hasAppointments || !job.needsAppointments)
  const entries = available.map(async (job) => {
    const example = job.values(benchClinic(1), Math.random)
    return [job.name.replaceAll(' ', '-'), await thinJobOf(job, example, cache)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Serves requests only: no jobs, payment sandbox or mail. */
export async function serverSettings(url: string): Promise<Record<string, string>> {
  return {
    NODE_ENV: 'test',
    PORT: String(await freePort()),
    DATABASE_URL: url,
    ROLE: 'web',
    LOG_LEVEL: 'error',
    SIGNING_KEYS: secret,
    STRIPE_SECRET_KEY: 'sk_test_benchmark_never_called',
    STRIPE_WEBHOOK_SECRET: 'whsec_benchmark_never_called',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_benchmark_never_called',
  }
}

export async function staffKeys(clinics: number, settings: Record<string, string>): Promise<World['keys']> {
  const { issuer, audience } = authSettings(readConfig(settings))
  const tokens = createAccessTokens({ keys: parseSigningKeys(secret), issuer, audience, clock: systemClock })
  const made: World['keys'] = []
  const all = clinics <= keyCount
  for (let index = 1; index <= Math.min(clinics, keyCount); index++) {
    const clinic = all ? benchClinic(index) : anyClinic(clinics, Math.random)
    const claims = { sub: clinic.staffId, session_id: clinic.sessionId, role: 'authenticated', aal: 'aal1' }
    // Without refreshes: longer than the longest drill.
    const { token } = await tokens.sign(claims, 2 * 86_400)
    made.push({ clinic, token })
  }
  return made
}
