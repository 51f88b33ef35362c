import { queryOptions } from '@tanstack/react-query'
import { type ChosenPlace, isPlace, type Place } from '#domain/plans/places.ts'
import { rest } from '../fetch/api.ts'
import { clinicKey } from '../fetch/query-client.ts'
import type { Clinic } from './current-clinic.ts'

/** Places whose law applied to a clinic's memberships, latest first. Public: part of a plan's terms. */
export async function readClinicPlaces(clinicId: string, signal: AbortSignal): Promise<ChosenPlace[]> {
  const { data, error } = await rest
    .from('clinic_places')
    .select('place, started_at, ended_at')
    .eq('clinic_id', clinicId)
    .order('started_at', { ascending: false })
    .abortSignal(signal)
  if (error) throw error
  return data.flatMap(({ place, started_at, ended_at }) =>
    isPlace(place)
      ? [{ place, startedAt: new Date(started_at), endedAt: ended_at === null ? null : new Date(ended_at) }]
      : [],
  )
}

export function presentPlace(chosen: readonly ChosenPlace[]): Place | null {
  return chosen.find(({ endedAt }) => endedAt === null)?.place ?? null
}

/** The place whose law applies to the clinic's plans, or null. Public. */
export function clinicPlaceQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'clinic-place'),
    queryFn: async ({ signal }): Promise<Place | null> =>
      presentPlace(await readClinicPlaces(clinic.id, signal)),
  })
}
