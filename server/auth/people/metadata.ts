import { invalid } from '../errors.ts'

/** Characters of JSON: more than a profile needs. */
const maxLength = 8_192

/** A metadata column as an object. */
export function metadataOf(value: unknown): Record<string, unknown> {
  return (value ?? {}) as Record<string, unknown>
}

/** @throws AuthError 400 `validation_failed` when people store too much about themselves */
export function requireSmallMetadata(metadata: Record<string, unknown>): void {
  if (JSON.stringify(metadata).length > maxLength) throw invalid('User metadata is too large')
}
