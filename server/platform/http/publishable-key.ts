import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'

const prefix = 'sb_publishable_'

/**
 * The key that a published client is created with: `createClient(url, key)`. It is public and names no one, so it is derived
 * from the installation's address and stored nowhere (docs/decisions/0151).
 */
export function publishableKeyOf(mainOrigin: string): string {
  const name = digest(`carefold publishable key of ${mainOrigin}`).slice(0, 22)
  return `${prefix}${name}_${digest(name).slice(0, 8)}`
}

/**
 * Refuses a publishable key that is not this installation's, in `apikey` or as the bearer.
 *
 * @param bearer the request's bearer token
 * @throws AppError `invalid_api_key`
 */
export function requireKnownKey(request: Request, bearer: string | null | undefined, key: string): void {
  for (const given of [request.headers.get('apikey'), bearer])
    if (given?.startsWith(prefix) && given !== key) throw new AppError('invalid_api_key')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
