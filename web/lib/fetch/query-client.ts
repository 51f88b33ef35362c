import { QueryClient } from '@tanstack/react-query'

/** A store of server state, with the specification's defaults (docs/specification.md A9). */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { refetchOnWindowFocus: false, retry: 1, staleTime: 30_000 },
      mutations: { retry: false },
    },
  })
}

/** Everything that a reader sees as themself. A page about somebody else has a store of its own (`web/routes/family/ward.tsx`). */
export const queryClient = createQueryClient()

/** Of looking a clinic up by its address: fresh for 5 minutes, kept 10, retried twice (docs/specification.md A9). */
export const lookupTimes = { staleTime: 5 * 60_000, gcTime: 10 * 60_000, retry: 2 } as const

/** Of the members list: fresh for 2 minutes, two retries, refetched on focus (docs/specification.md B7). */
export const membersTimes = { staleTime: 2 * 60_000, retry: 2, refetchOnWindowFocus: true } as const

/**
 * Marks the queries below a key as stale and reads those that a page shows again. The library keeps the answer of a first
 * read that is in flight, which may be older than the change: those queries are read once more after it.
 */
export async function readAgain(client: QueryClient, queryKey: ClinicKey): Promise<void> {
  const firstReads = client.getQueryCache().findAll({
    queryKey,
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  })
  const invalidated = client.invalidateQueries({ queryKey })
  await Promise.allSettled(firstReads.map(({ promise }) => promise))
  await Promise.all(
    firstReads.map((query) => client.invalidateQueries({ queryKey: query.queryKey, exact: true })),
  )
  await invalidated
}

declare const madeByClinicKey: unique symbol

/** The only kind of key that a query may have. */
export type ClinicKey = readonly [clinic: string & { [madeByClinicKey]: true }, ...parts: unknown[]]

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: ClinicKey
  }
}

/**
 * A query key. It begins with the clinic, so that switching clinic can never show the last one's data:
 * `queryKey: clinicKey(slug, 'plans')`. Without further parts it matches all queries of the clinic.
 *
 * @param slug the clinic's subdomain; null on the main site
 */
export function clinicKey(slug: string | null, ...parts: unknown[]): ClinicKey {
  return [slug ?? 'main', ...parts] as unknown as ClinicKey
}

/** Key of a patient's own subscriptions, card and invoices. */
export function ownSubscriptionKey(slug: string | null, ...parts: unknown[]): ClinicKey {
  return clinicKey(slug, 'own-subscription', ...parts)
}
