import { errors } from 'jose'
import type { AppError } from '#domain/errors.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import type { AppParts } from './app-parts.ts'
import type { AuthService } from './auth/service.ts'
import type { DataApi } from './data-api.ts'
import { systemClock } from './platform/clock.ts'
import { refusalHeaders } from './platform/http/function-response.ts'
import { RestError, refuseToken } from './rest/errors/rest-error.ts'
import { bearerToken, verifyToken } from './rest/request/token.ts'

/** For an invalid bearer token, an ended session, and a request that is too large. */
export function refuseTokens(
  api: Pick<DataApi, 'refusal'>,
  auth: Pick<AuthService, 'accessTokenKey'>,
): AppParts['restRefusal'] {
  return async (request, why) =>
    api.refusal(why === 'invalid-token' ? await invalidToken(request, auth) : refusalOf(why), request)
}

/**
 * docs/contracts/data-api.md 7: PGRST301 where the token cannot be ours, PGRST303 where it is but is not valid now or here.
 * Called only after the auth service has refused it, so it never admits a token.
 */
async function invalidToken(request: Request, auth: Pick<AuthService, 'accessTokenKey'>): Promise<RestError> {
  const token = bearerToken(request.headers.get('authorization')) ?? ''
  const signedBy = auth.accessTokenKey(token)
  const key = () => {
    // a kid that is not ours, or a key that the token itself contains
    if (!signedBy) throw new errors.JWKSNoMatchingKey()
    return signedBy.verify
  }
  const algorithms = signedBy ? [signedBy.algorithm] : ['ES256', 'RS256', 'HS256']
  try {
    await verifyToken(token, { key, algorithms, now: () => systemClock.now() })
  } catch (error) {
    return error as RestError
  }
  return refuseToken.claims('The claims of the JWT are not valid for this server')
}

function refusalOf(error: AppError): RestError {
  // the token is valid, but its session has ended, or its user was deleted or banned
  if (error.code === 'session_ended') return refuseToken.claims('The session of the JWT has ended')
  return new RestError(error.status, error.code, errorTexts[error.code], { headers: refusalHeaders(error) })
}
