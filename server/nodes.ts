import { AsyncLocalStorage } from 'node:async_hooks'
import { createNodeAddresses, followNodeAddresses } from './clinic/nodes/node-addresses.ts'
import { limitDatabase } from './databases.ts'
import type { Config } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-error.ts'
import type { DatabaseNode } from './platform/config/database-nodes.ts'
import { settingsOfNode } from './platform/config/node-settings.ts'
import type { Database } from './platform/database/database.ts'
import type { Transactions } from './platform/database/transactions.ts'
import type { WebAssets } from './platform/http/web-assets.ts'
import type { JobDefinition } from './platform/jobs/jobs.ts'
import type { Logger } from './platform/log.ts'
import { type ServedNode, type Shared, serveNode } from './served-node.ts'

const againMs = 5_000

/** The nodes of DATABASE_NODES. */
export interface Nodes {
  /** By name; undefined while a node is not open. */
  served: ReadonlyMap<string, ServedNode | undefined>
  close(): Promise<void>
}

/**
 * Opens each node, and every five seconds those that could not be opened: a node that is down does not delay the others.
 * @throws ConfigError for a database that cannot become a node
 */
export async function openNodes(
  config: Config,
  parts: {
    first: Transactions
    openDatabase(config: Config, log: Logger): Promise<Database>
    web(config: Config): Promise<WebAssets>
    shared: Shared
  },
): Promise<Nodes> {
  const { log } = parts.shared
  const served = new Map<string, ServedNode | undefined>()
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false
  // called within a transaction of a node
  const outside = AsyncLocalStorage.snapshot() as <T>(work: () => T) => T

  async function open(node: DatabaseNode): Promise<ServedNode> {
    const settings = settingsOfNode(config, node)
    const database = await parts.openDatabase(settings, log)
    try {
      const { first, shared } = parts
      const opened = limitDatabase(settings, database, log, shared.options)
      const { clock } = shared
      const { transactions } = opened
      const job = followNodeAddresses({ node: node.name, transactions, first, clock, log })
      const addresses = createNodeAddresses(node.name, first, clock, outside)
      const one = await serveNode(settings, opened, parts.web(settings), shared, { addresses, job })
      await one.jobs.start(one.definitions as JobDefinition<never>[], { work: config.role !== 'web' })
      await job.run({}).catch((error: unknown) => log.error('nodes.addresses_unread', { error }))
      return one
    } catch (error) {
      await database.close()
      throw error
    }
  }

  const attempt = async (node: DatabaseNode): Promise<void> => {
    try {
      const one = await open(node)
      if (isClosed) await one.close()
      else served.set(node.name, one)
    } catch (error) {
      if (error instanceof ConfigError) throw error
      log.error('nodes.not_open', { node: node.name, error })
      again(node)
    }
  }
  const again = (node: DatabaseNode) => {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      attempt(node).catch((error: unknown) => {
        log.error('nodes.not_open', { node: node.name, error })
        again(node)
      })
    }, againMs)
    timers.add(timer.unref())
  }

  for (const { name } of config.databaseNodes) served.set(name, undefined)
  await Promise.all(config.databaseNodes.map(attempt))
  return {
    served,
    async close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([...served.values()].map((one) => one?.close()))
    },
  }
}
