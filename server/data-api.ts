import { CompiledQuery } from 'kysely'
import type { Caller, Doors, Tx } from './platform/doors.ts'
import type { RestCaller, RestDatabase, RestTransaction } from './rest/database.ts'

/** A caller as the doors know one, with the one fact the data API asks about. */
export type DataApiCaller = Caller & RestCaller

export function dataApiCaller(caller: Caller): DataApiCaller {
  return { ...caller, anonymous: caller.userId === null }
}

/** Lets the data API reach Postgres through the doors: every request acts as its caller, and no more. */
export function dataApiDatabase(doors: Doors): RestDatabase<DataApiCaller> {
  return {
    run: (caller, options, work) => doors.withActor(caller, (tx) => work(statements(tx)), options),
    catalogue: (sql, params) =>
      doors.withSystem('read the schema', async (tx) => (await statements(tx).query(sql, params)).rows),
  }
}

function statements(tx: Tx): RestTransaction {
  return {
    async query(sql, params) {
      const { rows, numAffectedRows } = await tx.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(sql, params),
      )
      return { rows, ...(numAffectedRows === undefined ? {} : { affected: Number(numAffectedRows) }) }
    },
  }
}
