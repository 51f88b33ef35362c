import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import { createRoleDatabase, type RoleCaller } from '#conformance/rest/role-database.ts'
import { RestError, refuseToken } from '#server/rest/errors/rest-error.ts'
import { bearerToken, verifyToken } from '#server/rest/request/token.ts'
import { createRestApi } from '#server/rest/rest-api.ts'

/**
 * The data API by itself, over any database: for conformance tests, and for looking at a schema with supabase-js.
 *
 *   DATABASE_URL=... npm run serve:rest -- --schemas public,personal --anon-key KEY --port 3000
 *
 * It answers at `/` and at the base path. The database needs a login role that may `set role` to the anonymous role and
 * to every role a token names; PostgREST's settings of that role (`alter role ... set pgrst.db_plan_enabled`) count too.
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
const api = createRestApi({
  database,
  schemas: listOf(flags.schemas),
  basePath: flags['base-path'],
  maxRows: Number(flags['max-rows']),
  aggregates: flags.aggregates || inDatabase.aggregates,
  plannerCounts: true,
  txOverride: flags['tx-override'] || inDatabase.txOverride,
  planEnabled: flags.plan || inDatabase.plan,
})
const secret = flags['jwt-secret'] === undefined ? undefined : new TextEncoder().encode(flags['jwt-secret'])

const server = serve({ fetch, port: Number(flags.port), hostname: flags.host }, ({ port }) => {
  process.stdout.write(`Data API for ${flags.schemas} at http://${flags.host}:${port}${flags['base-path']}\n`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close()
    void api.close().then(() => database.close())
  })
}

async function settingsInDatabase(): Promise<{ aggregates: boolean; plan: boolean; txOverride: boolean }> {
  const is = (name: string, value: string) =>
    `coalesce(current_setting('pgrst.${name}', true) = '${value}', false)`
  const columns = [
    `${is('db_aggregates_enabled', 'true')} as aggregates`,
    `${is('db_plan_enabled', 'true')} as plan`,
    `${is('db_tx_end', 'commit-allow-override')} as "txOverride"`,
  ]
  try {
    const [row] = await database.catalogue(`select ${columns.join(', ')}`, [])
    return row as Awaited<ReturnType<typeof settingsInDatabase>>
  } catch (error) {
    process.stderr.write(`The database cannot be read: ${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

async function fetch(request: Request): Promise<Response> {
  try {
    return await api.fetch(request, await callerOf(request))
  } catch (error) {
    if (error instanceof RestError) return api.refusal(error, request)
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    return api.refusal(new RestError(500, 'PGRSTX00', 'Something went wrong'), request)
  }
}

async function callerOf(request: Request): Promise<RoleCaller> {
  const token = bearerToken(request.headers.get('authorization'))
  const anonymous: RoleCaller = {
    anonymous: true,
    role: flags['anon-role'],
    claims: { role: flags['anon-role'] },
  }
  if (token === undefined && flags['no-anon']) throw refuseToken.required()
  if (token === undefined || token === flags['anon-key']) return anonymous
  if (!secret) throw new RestError(500, 'PGRST300', 'Server lacks JWT secret')
  const audience = flags['jwt-audience']
  const claims = await verifyToken(token, {
    key: secret,
    algorithms: ['HS256'],
    now: () => new Date(),
    ...(audience !== undefined && { audience }),
  })
  const role = typeof claims.role === 'string' ? claims.role : flags['anon-role']
  return { anonymous: role === flags['anon-role'], role, claims }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
