import { useQueryClient } from '@tanstack/react-query'
import { useClinicSlug } from './current-clinic.ts'
import { clinicKey } from './query-client.ts'

/** For after a change: reads everything of this clinic again. Resolves once what is on the screen is fresh. */
export function useRefreshClinic(): () => Promise<void> {
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  return () => queryClient.invalidateQueries({ queryKey: clinicKey(slug) })
}
