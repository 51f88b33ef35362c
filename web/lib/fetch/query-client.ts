import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * Invalidating also covers a first read in flight, which may predate the change: the library would reuse it, and this
 * client reads the query again when it ends.
 */
class ChangeSafeClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstReads =
      filters.refetchType === 'none'
        ? []
        : this.getQueryCache()
            .findAll({ ...filters, fetchStatus: 'fetching' })
            .filter(({ state }) => state.data === undefined)
    const invalidated = super.invalidateQueries(filters, options)
    await Promise.allSettled(firstReads.map(({ promise }) => promise))
    await Promise.all(
      firstReads.map(({ queryKey }) => super.invalidateQueries({ queryKey, exact: true }, options)),
    )
    await invalidated
  }
}

/** A query client with the specification's defaults (docs/specification.md A9). */
export function createQueryClient(): QueryClient {
  return new ChangeSafeClient({
    defaultOptions: {
      queries: { refetchOnWindowFocus: false, retry: 1, staleTime: 30_000 },
      mutations: { retry: false },
    },
  })
}

/** Data read as the user. A page about another patient has a separate client (`web/routes/family/ward.tsx`). */
export const queryClient = createQueryClient()

/** Clinic lookups: fresh for 5 minutes, cached 10, retried twice (docs/specification.md A9). */
export const lookupTimes = { staleTime: 5 * 60_000, gcTime: 10 * 60_000, retry: 2 } as const

/** Members list: fresh for 2 minutes, retried twice, refetched on focus (docs/specification.md B7). */
export const membersTimes = { staleTime: 2 * 60_000, retry: 2, refetchOnWindowFocus: true } as const

declare const madeByClinicKey: unique symbol

export type ClinicKey = readonly [clinic: string & { [madeByClinicKey]: true }, ...parts: unknown[]]

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: ClinicKey
  }
}

/**
 * A query key that begins with the clinic, so that switching clinics never shows another clinic's data:
 * `clinicKey(slug, 'plans')`. Without further parts it matches all queries of the clinic.
 *
 * @param slug the clinic's subdomain; null on the main site
 */
export function clinicKey(slug: string | null, ...parts: unknown[]): ClinicKey {
  return [slug ?? 'main', ...parts] as unknown as ClinicKey
}

export function ownSubscriptionKey(slug: string | null, ...parts: unknown[]): ClinicKey {
  return clinicKey(slug, 'own-subscription', ...parts)
}
