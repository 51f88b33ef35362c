import pg from 'pg'
import { type Database, databaseOn, openPostgres, withClient } from '#server/platform/database/database.ts'
import { openMigratedPGlite } from '#server/platform/database/migrated-pglite.ts'
import { createTransactions, type Transactions } from '#server/platform/database/transactions.ts'
import { getTypeParser } from '#server/platform/database/type-parsers.ts'
import { silentLogger } from '#server/platform/log.ts'
import { createPGlitePool } from './pglite-pool.ts'
import { templateName } from './template.ts'

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  database: Database
  transactions: Transactions
  /** Runs SQL as the owner, bypassing every policy, for arrangements and checks. */
  asOwner<Row = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** On real Postgres if TEST_DATABASE_URL is set, else on a PGlite that the test files of a process share in turn. */
export function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env.TEST_DATABASE_URL
  return url ? openOnPostgres(url) : openOnPGlite()
}

const borrowPGlite = createPGlitePool(async () => (await openMigratedPGlite()).pglite)

/** A migrated, empty PGlite, used as its owner: another installation than the tested one. */
export async function openOtherInstallation(): Promise<Database> {
  const pglite = await borrowPGlite()
  await pglite.exec('set session authorization postgres')
  return databaseOn(pglite)
}

async function openOnPGlite(): Promise<TestDatabase> {
  return onPGlite(databaseOn(await borrowPGlite()))
}

/** @param database whose PGlite acts as the login role */
export function onPGlite(database: Database): TestDatabase {
  return {
    database,
    transactions: createTransactions(database),
    asOwner: (sql, params) => queryAsOwner(database.pool, sql, params),
    close: () => database.close(),
  }
}

/** For PGlite, whose one connection is the login role's between transactions. */
export function queryAsOwner<Row>(pool: pg.Pool, sql: string, params?: unknown[]): Promise<Row[]> {
  return withClient(pool, async (client) => {
    // PGlite has no reset: its owner is always postgres
    await client.query('set session authorization postgres')
    try {
      return (await client.query(sql, params)).rows as Row[]
    } finally {
      await client.query('set session authorization carefold_login')
    }
  })
}

async function openOnPostgres(url: string): Promise<TestDatabase> {
  const name = `carefold_test_${crypto.randomUUID().replaceAll('-', '')}`
  await once(url, `create database ${name} template ${templateName}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const database = openPostgres(own.href, { log: silentLogger, max: 5 })
  const options = '-c timezone=UTC'
  const owner = new pg.Pool({ connectionString: own.href, max: 1, options, types: { getTypeParser } })
  owner.on('error', () => {})
  return {
    database,
    transactions: createTransactions(database),
    asOwner: async <Row>(sql: string, params?: unknown[]) => (await owner.query(sql, params)).rows as Row[],
    async close() {
      await owner.end()
      await database.close()
      await once(url, `drop database ${name} with (force)`)
    },
  }
}

async function once(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
