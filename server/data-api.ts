import { CompiledQuery } from 'kysely'
import type { Listen } from './platform/database/listen.ts'
import type { Caller, Transactions } from './platform/database/transactions.ts'
import type { Logger } from './platform/log.ts'
import type { RestCaller, RestDatabase } from './rest/database.ts'
import type { RecordedReads } from './rest/plan/recorded-reads.ts'
import { createRestApi, type RestApi } from './rest/rest-api.ts'

/** A caller, with the one fact that the data API needs about them. */
export type DataApiCaller = Caller & RestCaller

export function dataApiCaller(caller: Caller): DataApiCaller {
  return { ...caller, anonymous: caller.userId === null }
}

/**
 * The data API's access to Postgres: through `transactions`, so that every request acts as its caller and nothing more. SQL
 * does not see the request itself: no policy or function of Carefold reads it (docs/decisions/0120).
 *
 * @param listen notifies of schema changes; without it the schema is read once
 */
export function dataApiDatabase(transactions: Transactions, listen?: Listen): RestDatabase<DataApiCaller> {
  return {
    run: (caller, options, statement, after) => {
      // pages that everybody reads
      const mayBeOld = caller.anonymous && options.readOnly
      return transactions.withStatement(caller, statement, after, { ...options, mayBeOld })
    },
    catalog: (sql, params) =>
      transactions.withSystem('read the schema', async (tx) => {
        const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, params))
        return rows
      }),
    ...(listen && { listen }),
  }
}

/** Carefold's tables over HTTP. */
export interface DataApi extends Omit<RestApi<DataApiCaller>, 'fetch'> {
  fetch(request: Request, caller: Caller): Promise<Response>
}

/** The data API with Carefold's settings. @param listen as for `dataApiDatabase` */
export function createDataApi(transactions: Transactions, listen?: Listen, log?: Logger): DataApi {
  const api = createRestApi({
    database: dataApiDatabase(transactions, listen),
    schemas: ['public'],
    maxRows: 1000,
    recordedReads,
    report: (what, error) => log?.error('rest.schema_unreadable', { what, error }),
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
