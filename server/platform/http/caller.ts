import { isMainHost, isSubdomainShape } from '#domain/tenancy.ts'
import type { Config } from '../config/config.ts'
import { ownWritesSeconds } from '../database/replica.ts'
import type { Caller } from '../database/transactions.ts'
import { requireKnownKey } from './publishable-key.ts'

/** Null for an invalid or expired token. */
export type VerifyAccessToken = (
  token: string,
) => Promise<{ userId: string; sessionId: string | null; isDemo?: boolean } | null>

/** Each protocol answers 401 in its own format. */
export class InvalidTokenError extends Error {
  override name = 'InvalidTokenError'
}

/**
 * The caller and the clinic as claimed by the request. The host decides on a clinic's own host; on others the `x-clinic`
 * header may name one.
 * @throws InvalidTokenError; AppError `invalid_api_key`
 */
export async function callerOf(
  request: Request,
  options: {
    config: Config
    publishableKey: string
    requestId: string
    address: string | null
    isPaid?: boolean
    verify: VerifyAccessToken
  },
): Promise<Caller> {
  requireKnownKey(request, bearerToken(request), options.publishableKey)
  const token = personToken(request, options.publishableKey)
  const person = token === null ? null : await options.verify(token)
  if (token !== null && !person) throw new InvalidTokenError()
  const { hostname } = new URL(request.url)
  return {
    userId: person?.userId ?? null,
    sessionId: person?.sessionId ?? null,
    clinic: clinicOf(request, hostname, options.config),
    guardianship: guardianshipOf(request),
    requestId: options.requestId,
    address: options.address,
    ...(options.isPaid && { isPaid: true }),
    ...(options.config.databaseReplicaUrl && { hasJustWritten: hasJustWritten(request) }),
    isOnLocalhost: options.config.environment !== 'production' && isLoopback(hostname),
  }
}

const wroteCookie = 'carefold-wrote'

function hasJustWritten(request: Request): boolean {
  return /(?:^|;\s*)(?:__Secure-)?carefold-wrote=1(?:;|$)/.test(request.headers.get('cookie') ?? '')
}

/**
 * Makes the browser's next reads skip the replica (docs/decisions/0088). Set for all hosts, because a hub is created on the
 * main domain.
 */
export function wroteCookieOf(request: Request, { appDomain, mainOrigin }: Config): string {
  const { hostname } = new URL(request.url)
  const isOurs = hostname === appDomain || hostname.endsWith(`.${appDomain}`)
  const isHttps = mainOrigin.startsWith('https:')
  return [
    `${isHttps ? '__Secure-' : ''}${wroteCookie}=1; Path=/; Max-Age=${ownWritesSeconds}; HttpOnly; SameSite=Lax`,
    ...(isOurs ? [`Domain=${appDomain}`] : []),
    ...(isHttps ? ['Secure'] : []),
  ].join('; ')
}

/** Null if no bearer token was sent; an empty string is an invalid token. */
export function bearerToken(request: Request): string | null {
  const found = /^bearer(?:\s+(.*))?$/i.exec(request.headers.get('authorization') ?? '')
  return found ? (found[1]?.trim() ?? '') : null
}

/** Null for a visitor, whose client sends the publishable key instead. */
export function personToken(request: Request, publishableKey: string): string | null {
  const token = bearerToken(request)
  return token === publishableKey ? null : token
}

/** The subdomain of a clinic's host, or on other hosts the header `x-clinic`. */
export function clinicOf(request: Request, hostname: string, config: Config): string | null {
  const host = classifyHost(hostname, config)
  if (host.kind === 'clinic') return host.subdomain
  const named = request.headers.get('x-clinic')?.trim().toLowerCase()
  return named && isSubdomainShape(named) ? named : null
}

const nobodys = '00000000-0000-0000-0000-000000000000'

/** A malformed id must not fall back to the caller's own rights on a page about another patient. */
function guardianshipOf(request: Request): string | null {
  const named = request.headers.get('x-guardianship')?.trim().toLowerCase()
  if (named === undefined) return null
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(named) ? named : nobodys
}

export type HostKind = { kind: 'main' } | { kind: 'clinic'; subdomain: string } | { kind: 'foreign' }

/** docs/threats.md T25 */
export function classifyHost(hostname: string, config: Pick<Config, 'appDomain' | 'environment'>): HostKind {
  const name = hostname.toLowerCase()
  if (isMainHost(name, config.appDomain)) return { kind: 'main' }
  if (name.endsWith(`.${config.appDomain}`)) {
    const label = name.slice(0, -config.appDomain.length - 1)
    return isSubdomainShape(label) ? { kind: 'clinic', subdomain: label } : { kind: 'foreign' }
  }
  // `?c=` in development; elsewhere only the health check may use the loopback address
  if (config.environment !== 'production' && isLoopback(name)) return { kind: 'main' }
  return { kind: 'foreign' }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}
