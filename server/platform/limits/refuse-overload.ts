import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorTexts } from '#domain/texts/errors.ts'
import { commonHeaders, dataPolicy } from '../http/security-headers.ts'
import type { OverloadGuard } from './overload.ts'

/** What is refused when there is too much to do. Webhooks are stored in one statement, and pages need few. */
const sheddable = /^\/(auth|rest|functions|files|calendars|live|reads|reports)\/v1(?:\/|\?|$)/

const message = errorTexts.unavailable
const forAuth = JSON.stringify({ code: 503, error_code: 'unexpected_failure', msg: message })
const forRest = JSON.stringify({ code: 'unavailable', details: null, hint: null, message })
const forOthers = JSON.stringify({ code: 'unavailable', error: message, message })

const headers = {
  ...commonHeaders,
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': dataPolicy,
  'Retry-After': '1',
}

/**
 * Refuses a request while the process is overloaded, in the form of its protocol: before anything is made of it, since a
 * refusal must cost next to nothing (docs/decisions/0106).
 *
 * @param onRefused told the protocol: the first word of the path
 * @returns whether it was refused
 */
export function refuseOverload(
  guard: Pick<OverloadGuard, 'isOverloaded'>,
  { url = '' }: Pick<IncomingMessage, 'url'>,
  response: Pick<ServerResponse, 'writeHead'>,
  onRefused?: (protocol: string) => void,
): boolean {
  const protocol = sheddable.exec(url)?.[1]
  if (!protocol || !guard.isOverloaded()) return false
  const isAuth = protocol === 'auth'
  const body = isAuth ? forAuth : protocol === 'rest' ? forRest : forOthers
  response
    .writeHead(503, {
      ...headers,
      ...(isAuth && { 'x-sb-error-code': 'unexpected_failure' }),
      'Content-Length': Buffer.byteLength(body),
    })
    .end(body)
  onRefused?.(protocol)
  return true
}
