import { newId } from '../world/ids.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'

/** Limit of dispute evidence, in bytes (docs.stripe.com/file-upload). */
const maxBytes = 5_000_000

/** The bytes are not stored, because no endpoint returns them. */
export function addFile(
  scope: Scope,
  purpose: 'dispute_evidence',
  { name, size, type }: { name: string; size: number; type: string | null },
): Records['file'] {
  if (size === 0) throw invalidRequest('The file you uploaded is empty.', { param: 'file' })
  if (size > maxBytes)
    throw invalidRequest('The file you uploaded exceeds the maximum size for this purpose.', {
      param: 'file',
    })
  if (!type)
    throw invalidRequest('The file you uploaded must be a PDF, JPEG or PNG for this purpose.', {
      param: 'file',
    })
  const id = newId('file')
  return scope.add('file', {
    id,
    filename: name,
    purpose,
    size,
    type,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  })
}
