import type { RoleCaller } from '#conformance/rest/role-database.ts'
import type { RestDatabase } from '#server/rest/database.ts'
import { RestError, refuseToken } from '#server/rest/errors/rest-error.ts'
import { bearerToken, verifyToken } from '#server/rest/request/token.ts'
import { createRestApi, type RestApi, type RestOptions } from '#server/rest/rest-api.ts'
import { rememberVerified } from './verified-tokens.ts'

export interface StandaloneAccess {
  anonRole: string
  /** A key that counts as no token, as supabase-js sends it. */
  anonKey?: string
  noAnon?: boolean
  /** Signs the tokens; if empty or absent, none is accepted. */
  secret?: string
  /** Checked if given. */
  audience?: string
}

/** The stand-alone data API: the token alone names the role, as in PostgREST. */
export function createStandalone(
  database: RestDatabase<RoleCaller>,
  options: Omit<RestOptions<RoleCaller>, 'database'>,
  access: StandaloneAccess,
): Pick<RestApi<RoleCaller>, 'close'> & {
  /** @throws unexpected errors; refusals are answers */
  fetch(request: Request): Promise<Response>
} {
  const api = createRestApi({ ...options, database })
  const key = !access.secret ? undefined : new TextEncoder().encode(access.secret)

  const { audience } = access
  const now = () => new Date()
  const verify =
    key &&
    rememberVerified(
      (token) =>
        verifyToken(token, {
          key,
          algorithms: ['HS256'],
          now,
          ...(audience !== undefined && { audience }),
        }),
      now,
    )

  async function callerOf(request: Request): Promise<RoleCaller> {
    const { anonRole, anonKey } = access
    const token = bearerToken(request.headers.get('authorization'))
    if (token === undefined && access.noAnon) throw refuseToken.required()
    if (token === undefined || token === anonKey) {
      return { anonymous: true, role: anonRole, claims: { role: anonRole } }
    }
    if (!verify) throw new RestError(500, 'PGRST300', 'Server lacks JWT secret')
    const claims = await verify(token)
    if (typeof claims.role !== 'string' && access.noAnon) throw refuseToken.required()
    const role = typeof claims.role === 'string' ? claims.role : anonRole
    return { anonymous: role === anonRole, role, claims }
  }

  return {
    close: () => api.close(),
    async fetch(request) {
      try {
        return await api.fetch(request, await callerOf(request))
      } catch (error) {
        if (error instanceof RestError) return api.refusal(error, request)
        throw error
      }
    },
  }
}
