import { CompiledQuery } from 'kysely'
import type { Listen } from './platform/database/listen.ts'
import type { Caller, Transactions } from './platform/database/transactions.ts'
import type { RestCaller, RestDatabase } from './rest/database.ts'
import type { RecordedReads } from './rest/plan/recorded-reads.ts'
import { createRestApi, type RestApi } from './rest/rest-api.ts'

/** A caller as the transactions know one, with the one fact the data API asks about. */
export type DataApiCaller = Caller & RestCaller

export function dataApiCaller(caller: Caller): DataApiCaller {
  return { ...caller, anonymous: caller.userId === null }
}

/**
 * Lets the data API reach Postgres through the transactions: every request acts as its caller, and no more.
 *
 * @param listen hears of changes of the schema; without it the schema is read once
 */
export function dataApiDatabase(transactions: Transactions, listen?: Listen): RestDatabase<DataApiCaller> {
  return {
    run: (caller, options, statement, after) => transactions.withStatement(caller, statement, after, options),
    catalogue: (sql, params) =>
      transactions.withSystem('read the schema', async (tx) => {
        const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, params))
        return rows
      }),
    ...(listen && { listen }),
  }
}

/** Carefold's rows over HTTP. */
export interface DataApi extends Omit<RestApi<DataApiCaller>, 'fetch'> {
  fetch(request: Request, caller: Caller): Promise<Response>
}

/** The data API as Carefold serves it. @param listen as for `dataApiDatabase` */
export function createDataApi(transactions: Transactions, listen?: Listen): DataApi {
  const api = createRestApi({
    database: dataApiDatabase(transactions, listen),
    schemas: ['public'],
    maxRows: 1000,
    recordedReads,
  })
  return { ...api, fetch: (request, caller) => api.fetch(request, dataApiCaller(caller)) }
}

/** Reads of health data are recorded (docs/domain-rules.md rule 33); which tables hold it, their comments say. */
export const recordedReads: RecordedReads = {
  mark: 'Health data:',
  column: 'patient_id',
  by: { schema: 'app', name: 'record_read' },
  purpose: 'data-api',
}
