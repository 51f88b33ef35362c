import pg from 'pg'
import { openPostgres } from '#server/platform/database/database.ts'
import { createTransactions } from '#server/platform/database/transactions.ts'
import { silentLogger } from '#server/platform/log.ts'
import type { TestDatabase } from '#testing/database/database.ts'
import type { Scene } from './scene.ts'

export function databaseOf({ url }: Scene): TestDatabase {
  const database = openPostgres(url, { log: silentLogger })
  const owner = new pg.Pool({ connectionString: url, max: 1 })
  return {
    database,
    transactions: createTransactions(database),
    asOwner: async <Row>(sql: string, params?: unknown[]) => (await owner.query(sql, params)).rows as Row[],
    async close() {
      await owner.end()
      await database.close()
    },
  }
}
