import { queryOptions } from '@tanstack/react-query'
import type { ApiKey } from '#domain/api-keys/api-keys.ts'
import type { FhirType } from '#domain/fhir/scopes.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** The clinic's keys that are not revoked, the newest first. */
export function apiKeysQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'api-keys'),
    queryFn: async ({ signal }): Promise<ApiKey[]> => {
      const { data, error } = await rest
        .from('api_keys')
        .select('id,name,resources,has_secret,created_at,ends_on,last_used_on')
        .is('revoked_at', null)
        .order('created_at', { ascending: false })
        .order('id')
        .abortSignal(signal)
      if (error) throw error
      return data.map((row) => ({
        id: row.id,
        name: row.name,
        resources: row.resources as FhirType[],
        hasSecret: row.has_secret,
        createdAt: row.created_at,
        endsOn: row.ends_on,
        lastUsedOn: row.last_used_on,
      }))
    },
  })
}
