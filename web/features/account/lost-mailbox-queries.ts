import { queryOptions } from '@tanstack/react-query'
import type { OwnAddressChange } from '#domain/account/address-change.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export function ownAddressChangeQuery(slug: string | null, userId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'own-address-change', userId),
    queryFn: (): Promise<OwnAddressChange> => callFunction('own-address-change', {}),
    // it may have been stopped from the old mailbox
    staleTime: 0,
  })
}
