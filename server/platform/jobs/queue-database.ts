import { CompiledQuery } from 'kysely'
import type { ConstructorOptions } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Transactions, Tx } from '../database/transactions.ts'

type BossDatabase = NonNullable<ConstructorOptions['db']>

/** Runs each statement in a transaction of the server. */
export function bossDatabase(database: Database, transactions: Transactions): BossDatabase {
  return {
    async executeSql(text, values) {
      // pg-boss's maintenance runs whole `BEGIN; ... COMMIT;` scripts, which cannot be wrapped in a transaction
      if (/^\s*begin\b/i.test(text)) {
        await database.script(text.replace(/^\s*begin\s*;/i, "begin; select app.enter_system('jobs', null);"))
        return { rows: [] }
      }
      return transactions.withSystem('jobs', (tx) => transactionDatabase(tx).executeSql(text, values))
    },
  }
}

export function transactionDatabase(tx: Tx): BossDatabase {
  return {
    async executeSql(text, values) {
      const result = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values ?? []))
      return { rows: [...result.rows] }
    },
  }
}
