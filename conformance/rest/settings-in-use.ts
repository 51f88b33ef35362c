import type { CatalogDatabase } from '#server/rest/catalog/catalog-database.ts'

/** The settings of a request that PostgREST sets for the database's code, besides the caller's claims. */
export const requestNames = ['request.method', 'request.path', 'request.headers', 'request.cookies'] as const

export type RequestName = (typeof requestNames)[number]

export interface SettingsInUse {
  /** Those that functions, policies, views or other code in the database may read. */
  read: ReadonlySet<RequestName>
  /** Whether that code may set `response.headers` or `response.status`, which can refuse a write after its statement. */
  setsResponse: boolean
}

const everything: SettingsInUse = { read: new Set(requestNames), setsResponse: true }

/** Of code in other languages than C, which has no text. */
const codeQuery = `
select code
from (
  select coalesce(pg_get_function_sqlbody(oid), prosrc), pronamespace
  from pg_proc
  where prolang not in (select oid from pg_language where lanname in ('internal', 'c'))
  union all select pg_get_viewdef(oid), relnamespace from pg_class where relkind in ('v', 'm')
  union all
  select pg_get_ruledef(rule.oid), relnamespace
  from pg_rewrite as rule join pg_class as ruled on ruled.oid = ev_class
  where rulename <> '_RETURN'
  union all select pg_get_triggerdef(oid), null from pg_trigger where not tgisinternal
  union all select pg_get_expr(polqual, polrelid), null from pg_policy
  union all select pg_get_expr(polwithcheck, polrelid), null from pg_policy
  union all select pg_get_expr(adbin, adrelid), null from pg_attrdef
  union all select pg_get_constraintdef(oid), connamespace from pg_constraint where contype = 'c'
  union all select typdefault, typnamespace from pg_type
) as stored (code, namespace)
where (namespace is null or namespace not in (select oid from pg_namespace where nspname in ('pg_catalog', 'information_schema')))
  and code ~* 'current_setting|set_config|request\\.|response\\.'
`

/** Reads the code that is stored in a database. If it cannot be read, all settings count as used. */
export async function findSettingsInUse({
  catalog,
}: Pick<CatalogDatabase, 'catalog'>): Promise<SettingsInUse> {
  try {
    return settingsIn((await catalog(codeQuery, [])).map(({ code }) => String(code)))
  } catch {
    return everything
  }
}

/** @internal A call without a plain literal as the setting's name may mean any setting. */
export function settingsIn(codes: readonly string[]): SettingsInUse {
  const named = (name: string) => codes.some((code) => code.toLowerCase().includes(name))
  const readsAny = codes.some((code) => hasComputedName(code, 'current_setting'))
  const setsAny = codes.some((code) => hasComputedName(code, 'set_config'))
  return {
    read: new Set(requestNames.filter((name) => readsAny || named(name))),
    setsResponse: setsAny || named('response.headers') || named('response.status'),
  }
}

function hasComputedName(code: string, call: string): boolean {
  const mentions = code.match(new RegExp(call, 'gi'))?.length ?? 0
  const literals =
    code.match(new RegExp(`${call}\\s*\\(\\s*'[^'\\\\]*'(?:::text)?\\s*[,)]`, 'gi'))?.length ?? 0
  return mentions > literals
}
