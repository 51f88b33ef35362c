import { RestError, refuse } from '../errors/rest-error.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import type { CatalogDatabase, ReportUnreadable } from './catalog-database.ts'
import { loadSchemaCache } from './load-schema-cache.ts'

export interface SchemaWatch {
  /** Undefined until a cache was loaded. */
  latest(): SchemaCache | undefined
  /** @throws RestError PGRST002 until a cache could be loaded */
  current(): Promise<SchemaCache>
  reload(): Promise<void>
  close(): Promise<void>
}

/** `NOTIFY pgrst, 'reload schema'`, by hand or by an event trigger. */
export const channel = 'pgrst'

// A migration announces each of its statements.
const debounceMs = 100

/**
 * Loads the schema cache at the first request and reloads it when a change is announced. Requests use the old one meanwhile.
 * @param report called when the schema, or one object in it, could not be read
 */
export function createSchemaWatch(
  database: CatalogDatabase,
  schemas: string[],
  report: ReportUnreadable,
): SchemaWatch {
  let cache: SchemaCache | undefined
  let loading: Promise<SchemaCache> | undefined
  let timer: NodeJS.Timeout | undefined
  let lastFailure: string | undefined

  const load = (): Promise<SchemaCache> => {
    loading ??= loadSchemaCache(database, schemas, report)
      .then((loaded) => {
        cache = loaded
        lastFailure = undefined
        return loaded
      })
      .catch((error: unknown) => {
        if (lastFailure !== String(error)) report('the schema', error)
        lastFailure = String(error)
        throw error
      })
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  const onMessage = (payload: string) => {
    if (payload !== '' && payload !== 'reload schema') return
    clearTimeout(timer)
    timer = setTimeout(() => void load().catch(() => undefined), debounceMs)
    timer.unref()
  }
  const listening = database.listen?.(channel, onMessage).catch(() => undefined)
  return {
    latest: () => cache,
    async current() {
      if (cache) return cache
      try {
        return await load()
      } catch (error) {
        throw error instanceof RestError ? error : Object.assign(refuse.schemaCache(), { cause: error })
      }
    },
    async reload() {
      await loading?.catch(() => undefined)
      await load()
    },
    async close() {
      clearTimeout(timer)
      await (await listening)?.()
    },
  }
}
