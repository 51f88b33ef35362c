import { useQueryClient } from '@tanstack/react-query'
import { useClinicSlug } from '../clinic/current-clinic.ts'
import { clinicKey } from './query-client.ts'

/** Refetches all queries of the clinic after a change. Resolves once the visible ones are fresh. */
export function useRefreshClinic(): () => Promise<void> {
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  return () => queryClient.invalidateQueries({ queryKey: clinicKey(slug) })
}
