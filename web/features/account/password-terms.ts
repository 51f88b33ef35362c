import { queryOptions } from '@tanstack/react-query'
import type { OwnPasswordTerms } from '#domain/account/forms.ts'
import { callAuth } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** The rules for a new password, by user, session and its age. */
export function passwordTermsQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'password-terms'),
    queryFn: () => callAuth<OwnPasswordTerms>('GET', '/user/password'),
    staleTime: 0,
  })
}
