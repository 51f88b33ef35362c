import { queryOptions } from '@tanstack/react-query'
import type { OwnPasswordTerms } from '#domain/account.ts'
import { callAuth } from '../../lib/api.ts'
import { clinicKey } from '../../lib/query-client.ts'

/** What a new password asks for: it depends on the person, on the session and on its age. */
export function passwordTermsQuery() {
  return queryOptions({
    queryKey: clinicKey('password-terms'),
    queryFn: () => callAuth<OwnPasswordTerms>('GET', '/user/password'),
    staleTime: 0,
  })
}
