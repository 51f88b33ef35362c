import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'

const prefix = 'sb_publishable_'

/** Public and identifies no user, so it is derived from the installation's address (docs/decisions/0151). */
export function publishableKeyOf(mainOrigin: string): string {
  const name = digest(`carefold publishable key of ${mainOrigin}`).slice(0, 22)
  return `${prefix}${name}_${digest(name).slice(0, 8)}`
}

/** @throws AppError `invalid_api_key` for another installation's key, in `apikey` or as the bearer */
export function requireKnownKey(request: Request, bearer: string | null | undefined, key: string): void {
  for (const given of [request.headers.get('apikey'), bearer])
    if (given?.startsWith(prefix) && given !== key) throw new AppError('invalid_api_key')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
