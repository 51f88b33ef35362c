import { AppError } from '#domain/errors.ts'
import { maxPieceBytes } from '#domain/files/files.ts'
import { readsPath } from '#domain/reads.ts'
import { type AppParts, infoOf, type RequestContext, type Router } from '../app-parts.ts'
import { asDemo } from '../platform/database/demo-request.ts'
import type { Caller } from '../platform/database/transactions.ts'
import { callerOf, classifyHost, InvalidTokenError, personToken } from '../platform/http/caller.ts'
import { limitBody } from '../platform/http/limit-body.ts'
import { publishableKeyOf } from '../platform/http/publishable-key.ts'
import { maxReadsBytes } from '../platform/http/several-reads.ts'

const megabyte = 1024 * 1024

const maxBodyBytes = megabyte
const otherBodies = Object.entries({
  '/rest/v1/': 5 * megabyte,
  [readsPath]: maxReadsBytes,
  // one piece of an upload, streamed to the file store
  '/files/v1/uploads': maxPieceBytes,
})

/** Refuses foreign hosts, limits the body, and verifies the bearer token. */
export function handleClaims(router: Router, { services, verifyAccessToken }: AppParts): void {
  const { config } = services
  const publishableKey = publishableKeyOf(config.mainOrigin)
  router.use(async (c, next) => {
    if (classifyHost(new URL(c.req.url).hostname, config).kind === 'foreign') return c.text('Not found', 404)
    const other = otherBodies.find(([path]) => c.req.path.startsWith(path))
    c.req.raw = limitBody(c.req.raw, other?.[1] ?? maxBodyBytes)
    const token = personToken(c.req.raw, publishableKey)
    const person = token ? await verifyAccessToken(token) : null
    c.set('person', person)
    await (person?.isDemo ? asDemo(next) : next())
  })
}

/** Not verified against rows yet; within budget. */
export interface ClaimedCaller {
  /** @throws InvalidTokenError; AppError `rate_limited`, `invalid_api_key` */
  of(c: RequestContext): Promise<Caller>
  /** @throws AppError `session_ended` for an invalid token; `rate_limited`, `invalid_api_key` */
  withSession(c: RequestContext): Promise<Caller>
}

export function createClaimedCaller({ services }: AppParts): ClaimedCaller {
  const { config, transactions } = services
  const publishableKey = publishableKeyOf(config.mainOrigin)
  const of = async (c: RequestContext) => {
    const by = await callerOf(c.req.raw, {
      config,
      publishableKey,
      ...infoOf(c),
      isPaid: c.env?.isPaid ?? false,
      verify: async () => c.get('person'),
    })
    transactions.admit(by)
    return by
  }
  return {
    of,
    withSession: (c) =>
      of(c).catch((error: unknown) => {
        throw error instanceof InvalidTokenError ? new AppError('session_ended') : error
      }),
  }
}
