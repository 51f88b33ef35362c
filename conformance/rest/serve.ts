import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import { createRoleDatabase } from '#conformance/rest/role-database.ts'
import { createStandalone } from '#conformance/rest/standalone.ts'

/**
 * The stand-alone data API over any database, for conformance tests and supabase-js.
 *
 *   DATABASE_URL=... npm run serve:rest -- --schemas public,personal --anon-key KEY --port 3000
 *
 * It answers at `/` and at the base path. The login role must be able to `set role` to the anonymous role and to each
 * role of a token; PostgREST's settings of that role (`alter role ... set pgrst.db_plan_enabled`) apply too.
 */
const { values: flags } = parseArgs({
  options: {
    schemas: { type: 'string', default: 'public' },
    port: { type: 'string', default: '3000' },
    host: { type: 'string', default: '127.0.0.1' },
    'base-path': { type: 'string', default: '/rest/v1' },
    'anon-key': { type: 'string' },
    'anon-role': { type: 'string', default: 'anon' },
    'jwt-secret': { type: 'string' },
    'jwt-audience': { type: 'string' },
    'no-anon': { type: 'boolean', default: false },
    'extra-search-path': { type: 'string', default: 'public' },
    'max-rows': { type: 'string', default: '1000' },
    aggregates: { type: 'boolean', default: false },
    'tx-override': { type: 'boolean', default: false },
    rollback: { type: 'boolean', default: false },
    plan: { type: 'boolean', default: false },
  },
})

const { DATABASE_URL: databaseUrl } = process.env
if (!databaseUrl) {
  process.stderr.write('DATABASE_URL is not set: it names the database to serve\n')
  process.exit(1)
}

const database = createRoleDatabase(databaseUrl, { extraSearchPath: listOf(flags['extra-search-path']) })
const inDatabase = await settingsInDatabase()
const api = createStandalone(
  database,
  {
    schemas: listOf(flags.schemas),
    basePath: flags['base-path'],
    maxRows: Number(flags['max-rows']),
    aggregates: flags.aggregates || inDatabase.aggregates,
    plannerCounts: true,
    txOverride: flags['tx-override'] || inDatabase.txEnd.endsWith('-allow-override'),
    rollsBack: flags.rollback || inDatabase.txEnd.startsWith('rollback'),
    planEnabled: flags.plan || inDatabase.plan,
    report: (what, cause) => process.stderr.write(`${what} could not be read: ${String(cause)}\n`),
  },
  {
    anonRole: flags['anon-role'],
    noAnon: flags['no-anon'],
    ...(flags['anon-key'] !== undefined && { anonKey: flags['anon-key'] }),
    ...(flags['jwt-secret'] !== undefined && { secret: flags['jwt-secret'] }),
    ...(flags['jwt-audience'] !== undefined && { audience: flags['jwt-audience'] }),
  },
)

const server = serve({ fetch, port: Number(flags.port), hostname: flags.host }, ({ port }) => {
  process.stdout.write(`Data API for ${flags.schemas} at http://${flags.host}:${port}${flags['base-path']}\n`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close()
    void api.close().then(() => database.close())
  })
}

async function settingsInDatabase(): Promise<{ aggregates: boolean; plan: boolean; txEnd: string }> {
  const is = (name: string, value: string) =>
    `coalesce(current_setting('pgrst.${name}', true) = '${value}', false)`
  const columns = [
    `${is('db_aggregates_enabled', 'true')} as aggregates`,
    `${is('db_plan_enabled', 'true')} as plan`,
    `coalesce(current_setting('pgrst.db_tx_end', true), '') as "txEnd"`,
  ]
  try {
    const [row] = await database.catalog(`select ${columns.join(', ')}`, [])
    return row as Awaited<ReturnType<typeof settingsInDatabase>>
  } catch (error) {
    process.stderr.write(`The database cannot be read: ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

async function fetch(request: Request): Promise<Response> {
  try {
    return await api.fetch(request)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    const body = { code: 'PGRSTX00', message: 'Something went wrong', details: null, hint: null }
    return Response.json(body, { status: 500 })
  }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
