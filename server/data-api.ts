import { CompiledQuery } from 'kysely'
import { createClinicIds } from './clinic-ids.ts'
import { noClinic } from './platform/database/clinic-of.ts'
import type { Listen } from './platform/database/listen.ts'
import type { Caller, Transactions } from './platform/database/transactions.ts'
import type { Logger } from './platform/log.ts'
import type { RestCaller, RestDatabase, RestStatement } from './rest/database.ts'
import type { RecordedReads } from './rest/plan/recorded-reads.ts'
import type { Tenants } from './rest/plan/tenants.ts'
import { createRestApi, type RestApi } from './rest/rest-api.ts'

export interface DataApiCaller extends Caller, RestCaller {
  /** The clinic that the request filters by; null where host or header name one. */
  filteredClinicId: string | null
}

/** @param request absent: it filters by no clinic */
export function dataApiCaller(caller: Caller, request?: Request): DataApiCaller {
  const filteredClinicId = request && caller.userId !== null ? filteredClinic(request, caller) : null
  return { ...caller, anonymous: caller.userId === null, filteredClinicId }
}

/**
 * The clinic of the only filter `clinic_id=eq.ID` if neither host nor header name one: on the main site a list of members
 * would otherwise be the caller's own row. It only selects: rights are checked as for any clinic.
 */
function filteredClinic({ url, headers }: Request, { clinic }: Caller): string | null {
  if (clinic !== null || headers.has('x-clinic')) return null
  const filters = new URL(url).searchParams.getAll('clinic_id')
  const [, id] = /^eq\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(filters[0] ?? '') ?? []
  return filters.length === 1 && id !== undefined ? id : null
}

/**
 * Every request acts as its caller. SQL does not see the request itself (docs/decisions/0120).
 * @param listen notifies of schema changes; without it the schema is read once
 */
export function dataApiDatabase(transactions: Transactions, listen?: Listen): RestDatabase<DataApiCaller> {
  const subdomainOf = async (clinicId: string) => {
    const sql = 'select subdomain from public.clinics where id = $1::uuid'
    const [row] = await transactions.withSystemStatement('clinic of a filter', { sql, params: [clinicId] })
    return row ? String(row.subdomain) : null
  }
  const clinicsOf = async (userId: string | null) => {
    if (userId === null) return []
    const sql = `select id from unnest(app.clinics_with('membership', $1::text)) as own (id)`
    const rows = await transactions.withSystemStatement('clinics of a person', { sql, params: [userId] })
    return rows.map(({ id }) => String(id))
  }
  const withClinicId = createClinicIds(transactions)
  return {
    run: async (caller, options, statement, after) => {
      const { filteredClinicId } = caller
      const by = filteredClinicId ? { ...caller, clinic: await subdomainOf(filteredClinicId) } : caller
      // public pages
      const mayBeOld = caller.anonymous && options.readOnly
      if (!statement.tenantsAt)
        return transactions.withStatement(by, statement, after, { ...options, mayBeOld })
      const own = statement.tenantsAt.has('person') ? await clinicsOf(by.userId) : []
      return withClinicId(by.clinic, (clinicId) =>
        transactions.withStatement(
          by,
          ofClinic(statement, clinicId, own),
          (rows, send) => after(rows, (more) => send(ofClinic(more, clinicId, own))),
          { ...options, mayBeOld, clinicId },
        ),
      )
    },
    catalog: (sql, params) =>
      transactions.withSystem('read the schema', async (tx) => {
        const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, params))
        return rows
      }),
    ...(listen && { listen }),
  }
}

function ofClinic({ sql, params, tenantsAt }: RestStatement, clinicId: string | null, own: string[]) {
  const clinic = clinicId ?? noClinic
  const values = { '': clinic, none: `{${clinic},${noClinic}}`, person: `{${[clinic, ...own].join()}}` }
  const filled = [...params]
  for (const [name, at] of tenantsAt ?? []) filled[at] = values[name as keyof typeof values]
  return { sql, params: filled }
}

export interface DataApi extends Omit<RestApi<DataApiCaller>, 'fetch'> {
  fetch(request: Request, caller: Caller): Promise<Response>
}

/** @param listen as for `dataApiDatabase` */
export function createDataApi(transactions: Transactions, listen?: Listen, log?: Logger): DataApi {
  const api = createRestApi({
    database: dataApiDatabase(transactions, listen),
    schemas: ['public'],
    maxRows: 1000,
    recordedReads,
    tenants,
    report: (what, error) => log?.error('rest.schema_unreadable', { what, error }),
  })
  return { ...api, fetch: (request, caller) => api.fetch(request, dataApiCaller(caller, request)) }
}

/** Reads of health data are recorded (docs/domain-rules.md rule 33); tables with health data have a comment. */
export const recordedReads: RecordedReads = {
  mark: 'Health data:',
  column: 'patient_id',
  by: { schema: 'app', name: 'record_read' },
  purpose: 'data-api',
}

/** A person reads the memberships of all their clinics, and their avatar, which has no clinic. */
export const tenants: Tenants = {
  column: 'clinic_id',
  lists: { clinic_memberships: 'person', files: 'none' },
}
