import { type LimitOptions, limitDatabase, type NodeDatabase } from './databases.ts'
import { createNodeDirectory } from './node-directory.ts'
import type { Config } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-error.ts'
import { type Database, openPostgres } from './platform/database/database.ts'
import { isOutage } from './platform/database/outage.ts'
import type { Transactions } from './platform/database/transactions.ts'
import type { Logger } from './platform/log.ts'

/**
 * Lets transactions of a clinic enter at the node of a distributed database that has its rows; all others enter at the
 * coordinator (docs/decisions/0229). Any node can run any transaction, so an old answer of the directory only costs time.
 * @param coordinator returned unchanged without the setting
 * @param open opens the pool of a node, which connects with its first transaction
 * @throws ConfigError if the database is not distributed
 */
export async function enterByClinic(
  config: Config,
  coordinator: NodeDatabase,
  log: Logger,
  options: LimitOptions & { open?: (url: string) => Database } = {},
): Promise<NodeDatabase> {
  if (!config.isDistributed) return coordinator
  const { open = (url) => openPostgres(url, { log, isWatched: true }) } = options
  const { transactions: first } = coordinator
  const ask = async (clinic: string) => {
    const sql = 'select host, port from app.node_of_clinic($1)'
    const [row] = await first.withSystemStatement('node of a clinic', { sql, params: [clinic] })
    return row?.host && row.port ? urlAt(config.databaseUrl ?? '', String(row.host), String(row.port)) : null
  }
  try {
    await ask('')
  } catch (error) {
    await coordinator.close()
    throw refusalOf(error) ?? error
  }
  const directory = createNodeDirectory(ask)
  const nodes = new Map<string, NodeDatabase>()
  const nodeAt = (url: string) => {
    const node = nodes.get(url) ?? limitDatabase(config, open(url), log, options, first)
    nodes.set(url, node)
    return node
  }
  const known = (clinic: string | null) => {
    const url = clinic && directory.known(clinic)
    return url ? nodes.get(url) : undefined
  }

  async function enter<T>(clinic: string | null | undefined, work: (at: Transactions) => Promise<T>) {
    const url = clinic ? await directory.nodeOf(clinic) : null
    if (!clinic || url === null) return work(first)
    return work(nodeAt(url).transactions).catch((error: unknown) => {
      // another node may have taken over
      if (isOutage(error)) directory.doubt(clinic)
      throw error
    })
  }

  return {
    ...coordinator,
    byClinic: { known, opened: () => [...nodes.values()] },
    transactions: {
      ...first,
      admit: (caller) => (known(caller.clinic)?.transactions ?? first).admit(caller),
      prepay: (caller, units) => (known(caller.clinic)?.transactions ?? first).prepay(caller, units),
      withActor: (caller, work, limits) => enter(caller.clinic, (at) => at.withActor(caller, work, limits)),
      withStatement: (caller, statement, after, limits) =>
        enter(caller.clinic, (at) => at.withStatement(caller, statement, after, limits)),
      withSystem: (purpose, work, caller) =>
        enter(caller?.clinicId, (at) => at.withSystem(purpose, work, caller)),
    },
    async close() {
      await Promise.all([...nodes.values()].map((node) => node.close()))
      await coordinator.close()
    },
  }
}

/** The same database and credentials at a node. */
function urlAt(url: string, host: string, port: string): string {
  const node = new URL(url)
  node.hostname = host.includes(':') ? `[${host}]` : host
  node.port = port
  for (const name of ['host', 'port']) node.searchParams.delete(name)
  return node.href
}

/** Of `app.node_of_clinic`: 0A000 on plain Postgres, 42883 before its migration. */
function refusalOf(error: unknown): ConfigError | undefined {
  const { code } = error as { code?: unknown }
  if (code === '0A000')
    return new ConfigError(
      'DATABASE_NODES=distributed needs a distributed database: run deploy/citus.sql first',
    )
  if (code === '42883')
    return new ConfigError('DATABASE_NODES=distributed needs a newer schema: run "npm run migrate" first')
  return undefined
}
