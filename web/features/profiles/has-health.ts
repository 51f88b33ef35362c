import { queryOptions } from '@tanstack/react-query'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** True once the patient or the clinic has stored health information; reads none of it. For patients only, as above. */
export function hasHealthQuery(clinic: Pick<Clinic, 'id' | 'subdomain'>) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'own-health', 'exists'),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data, error } = await rest
        .from('patient_health')
        .select('version')
        .eq('clinic_id', clinic.id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data !== null
    },
  })
}
