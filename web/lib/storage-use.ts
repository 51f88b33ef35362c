import { queryOptions } from '@tanstack/react-query'
import { callFunction } from './api.ts'
import { clinicKey } from './query-client.ts'

/** How much of its storage the clinic uses, and how much it has, in bytes (domain/files/files.ts `sizeText`). */
export function storageUseQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'storage-use'),
    queryFn: () => callFunction('storage-use'),
  })
}
