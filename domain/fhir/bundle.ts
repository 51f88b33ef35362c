import type { AnyResource, Bundle, FhirPlace } from './resources.ts'
import type { FhirType } from './scopes.ts'
import { pageParameters } from './search-request.ts'

/**
 * One page of a search.
 * @param page.next the id after which the next page begins; null: this is the last one
 */
export function searchBundle(
  { base }: FhirPlace,
  type: FhirType,
  page: { parameters: URLSearchParams; resources: readonly AnyResource[]; next: string | null },
): Bundle {
  const { parameters, resources, next } = page
  const after = parameters.get('_cursor')
  const address = (cursor: string | null) => {
    const query = pageParameters(parameters, cursor).toString()
    return `${base}/${type}${query ? `?${query}` : ''}`
  }
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    // counted only where it costs nothing
    ...(after === null && next === null && { total: resources.length }),
    link: [
      { relation: 'self', url: address(after) },
      ...(next === null ? [] : [{ relation: 'next' as const, url: address(next) }]),
    ],
    // FHIR has no empty lists
    ...(resources.length > 0 && {
      entry: resources.map((resource) => ({
        fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
        resource,
        search: { mode: 'match' as const },
      })),
    }),
  }
}
