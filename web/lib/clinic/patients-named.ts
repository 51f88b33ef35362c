import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FoundPatient } from '#domain/memberships/member-list.ts'
import { fold } from '#domain/values/fold.ts'
import { callFunction } from '../fetch/api.ts'
import { clinicKey } from '../fetch/query-client.ts'

/** At most 8 patients by name, address, phone or birthday. The server records the read. */
export function patientsNamedQuery(slug: string, text: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patients-named', text),
    staleTime: 60_000,
    enabled: text.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<FoundPatient[]> => (await callFunction('find-patients', { text })).patients,
  })
}

/**
 * While a longer text is searched for, earlier results whose name still contains its words, as the search compares
 * them. An empty text matches nothing.
 */
export function stillNamed<Found extends { name: string }>(found: readonly Found[], text: string): Found[] {
  const words = fold(text).split(' ')
  return fold(text) === '' ? [] : found.filter(({ name }) => words.every((word) => fold(name).includes(word)))
}
