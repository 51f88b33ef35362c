import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '#server/platform/database/database.ts'
import { migratePostgres } from '#server/platform/database/migrations.ts'
import { createTransactions } from '#server/platform/database/transactions.ts'
import { silentLogger } from '#server/platform/log.ts'
import type { TestDatabase } from '#testing/database/database.ts'
import { openDatabaseFolder } from '#testing/database/database-folder.ts'
import { cpuSecondsOfChildren } from '../machine/cpu-time.ts'
import { startPostgres } from '../machine/postgres-server.ts'

export type Engine = 'postgres' | 'embedded'

export interface OpenedEngine {
  openDatabase(): Promise<TestDatabase>
  /** CPU seconds of the database outside this process. */
  cpuSeconds(): number
  /** Call it once the database is closed. */
  close(): Promise<void>
}

/** @param binaries the folder of another version's `initdb` and `postgres` */
export function openEngine(engine: Engine, binaries?: string): Promise<OpenedEngine> {
  return engine === 'postgres' ? onPostgres(binaries) : onEmbedded()
}

async function onPostgres(binaries: string | undefined): Promise<OpenedEngine> {
  const server = await startPostgres({ binaries })
  const first = new pg.Client({ connectionString: server.url('postgres') })
  await first.connect()
  await first.query('create database money')
  await first.end()
  const url = server.url('money')
  await migratePostgres(url)
  return {
    async openDatabase() {
      const database = openPostgres(url, { log: silentLogger })
      const owner = new pg.Pool({ connectionString: url, max: 1 })
      return {
        database,
        transactions: createTransactions(database),
        asOwner: async <Row>(sql: string, params?: unknown[]) =>
          (await owner.query(sql, params)).rows as Row[],
        async close() {
          await owner.end()
          await database.close()
        },
      }
    },
    cpuSeconds: () => cpuSecondsOfChildren(server.pid),
    close: () => server.stop(),
  }
}

async function onEmbedded(): Promise<OpenedEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'carefold-money-'))
  return {
    openDatabase: () => openDatabaseFolder(join(folder, 'db'), true),
    cpuSeconds: () => 0,
    async close() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
