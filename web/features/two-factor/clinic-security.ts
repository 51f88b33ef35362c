import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicSecurityQuery } from './clinic-security-query.ts'

export function useUpdateClinicSecurity() {
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  return useMutation({
    mutationFn: (requiresMfa: boolean) => callFunction('update-clinic-security', { requiresMfa }),
    onSuccess: (security) => queryClient.setQueryData(clinicSecurityQuery(slug).queryKey, security),
  })
}
