import type { FhirType } from '../fhir/scopes.ts'

/** Keys of a clinic that are not revoked. */
export const mostApiKeys = 20

/** `secret` is shown once; null for a key pair, whose program sends `id` as its client id. */
export interface CreatedApiKey {
  id: string
  secret: string | null
}

/** A key as its clinic's admins see it. Dates are YYYY-MM-DD. */
export interface ApiKey {
  id: string
  name: string
  resources: FhirType[]
  hasSecret: boolean
  createdAt: string
  endsOn: string | null
  lastUsedOn: string | null
}

/** @param today in the clinic's zone */
export function isOver({ endsOn }: Pick<ApiKey, 'endsOn'>, today: string): boolean {
  return endsOn !== null && endsOn < today
}
