import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#web/lib/api.ts'
import { useClinicSlug } from '#web/lib/current-clinic.ts'
import { clinicKey } from '#web/lib/query-client.ts'

/** Whether the current clinic requires two steps of its team, and whether this session has taken them. */
export function clinicSecurityQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'clinic-security'),
    queryFn: () => callFunction('clinic-security'),
    // an admin may switch it on in the meantime
    refetchOnWindowFocus: true,
    refetchInterval: 60_000,
  })
}

export function useUpdateClinicSecurity() {
  const queryClient = useQueryClient()
  const slug = useClinicSlug()
  return useMutation({
    mutationFn: (requiresMfa: boolean) => callFunction('update-clinic-security', { requiresMfa }),
    onSuccess: (security) => queryClient.setQueryData(clinicSecurityQuery(slug).queryKey, security),
  })
}
