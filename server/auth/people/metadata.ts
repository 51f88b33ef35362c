import { invalid } from '../errors.ts'

/** Characters of JSON: more than a profile needs. */
const maxLength = 8_192

/** @throws AuthError 400 `validation_failed` when a person wants to store more about themselves than fits */
export function requireSmallMetadata(metadata: Record<string, unknown>): void {
  if (JSON.stringify(metadata).length > maxLength) throw invalid('User metadata is too large')
}
