import { QueryClient } from '@tanstack/react-query'
import { currentClinicSlug } from './clinic-address.ts'

/** Server state, with the specification's defaults (docs/specification.md A9). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, retry: 1, staleTime: 30_000 },
    mutations: { retry: false },
  },
})

/**
 * A query key. It begins with the clinic, so that switching clinic can never show the last one's data.
 *
 * `useQuery({ queryKey: clinicKey('plans'), ... })`
 */
export function clinicKey(...parts: unknown[]): unknown[] {
  return [currentClinicSlug() ?? 'main', ...parts]
}
