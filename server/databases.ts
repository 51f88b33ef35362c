import { join } from 'node:path'
import type { Config } from './platform/config/config.ts'
import { type Database, openEmbedded, openPostgres } from './platform/database/database.ts'
import { type FollowedClock, followDatabaseClock } from './platform/database/database-clock.ts'
import { requireLoginRole } from './platform/database/login-role.ts'
import { migrate, migratePostgres } from './platform/database/migrations.ts'
import { type Replica, watchReplica } from './platform/database/replica.ts'
import { createTransactions, type Transactions } from './platform/database/transactions.ts'
import { type CallerLimits, createCallerLimits } from './platform/limits/caller-limits.ts'
import { createOverloadGuard, embeddedOverload, type OverloadGuard } from './platform/limits/overload.ts'
import type { Logger } from './platform/log.ts'

export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl) {
    // in production migrating is a separate step: `npm run migrate`
    if (config.environment !== 'production')
      await migratePostgres(config.databaseOwnerUrl ?? config.databaseUrl)
    const database = openPostgres(config.databaseUrl, {
      log,
      isWatched: true,
      ...(config.databaseListenUrl && { isPooled: true, listenUrl: config.databaseListenUrl }),
    })
    try {
      await requireLoginRole(database)
    } catch (error) {
      await database.close()
      throw error
    }
    return database
  }
  const database = await openEmbedded({ folder: join(config.dataDir, 'db') }, { log })
  await migrate(database.owner)
  await database.becomeLogin()
  return database
}

export interface LimitOptions {
  /** False for benchmarks, which have few callers. */
  limitCallers?: boolean
  /** False for benchmarks. */
  shedLoad?: boolean
}

/** A database with this process's limits on its use. */
export interface NodeDatabase {
  database: Database
  transactions: Transactions
  limits: CallerLimits | undefined
  overload: OverloadGuard | undefined
  /** Only of a distributed database. */
  byClinic?: NodesByClinic
  close(): Promise<void>
}

/** The opened nodes of a distributed database, without the coordinator. */
export interface NodesByClinic {
  /** The node of a clinic's address, without asking; undefined: the coordinator, or not asked yet. */
  known(clinic: string): NodeDatabase | undefined
  opened(): readonly NodeDatabase[]
}

/** @param reportTo as for `createTransactions` */
export function limitDatabase(
  config: Config,
  database: Database,
  log: Logger,
  options: LimitOptions,
  reportTo?: Transactions,
): NodeDatabase {
  const limits = options.limitCallers === false ? undefined : createCallerLimits(database.connections)
  const replica = openReplica(config, database, log)
  const overload =
    options.shedLoad === false
      ? undefined
      : createOverloadGuard(database.engine === 'postgres' ? undefined : embeddedOverload, log)
  return {
    database,
    transactions: createTransactions(database, limits, replica, overload, reportTo),
    limits,
    overload,
    async close() {
      overload?.close()
      await replica?.close()
      await database.close()
    },
  }
}

/** For reads that may be a second old, while the replica is fresh. */
function openReplica(
  { databaseReplicaUrl }: Config,
  { engine, pool }: Database,
  log: Logger,
): (Replica & { close(): Promise<void> }) | undefined {
  if (!databaseReplicaUrl || engine !== 'postgres') return undefined
  const database = openPostgres(databaseReplicaUrl, { log, isWatched: true })
  const watch = watchReplica(pool, database.pool)
  return {
    database,
    isFresh: watch.isFresh,
    async close() {
      watch.stop()
      await database.close()
    },
  }
}

export function followClockOf({ pool }: Database, log: Logger): Promise<FollowedClock> {
  return followDatabaseClock(
    async () => (await pool.query('select clock_timestamp() as now')).rows[0].now,
    log,
  )
}
