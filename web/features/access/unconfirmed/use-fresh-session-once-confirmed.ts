import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { auth } from '#web/lib/session/auth.ts'

/** The session's user is as old as its token, so each focus asks the auth service. */
export function useFreshSessionOnceConfirmed(): void {
  const { data: isConfirmed } = useQuery({
    queryKey: clinicKey(useClinicSlug(), 'email-confirmed'),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    queryFn: async () => Boolean((await auth.getUser()).data.user?.email_confirmed_at),
  })

  useEffect(() => {
    if (isConfirmed) void auth.refreshSession()
  }, [isConfirmed])
}
