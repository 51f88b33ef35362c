import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError } from '#server/auth/errors.ts'
import type { AuthRequest } from '#server/auth/http/request.ts'
import { idTokenGrant } from '../providers/token-id-token.ts'
import { pkceGrant } from '../providers/token-pkce.ts'
import { passwordGrant } from './token-password.ts'
import { refreshGrant } from './token-refresh.ts'

/** docs/contracts/auth.md 3.3 */
export async function token(auth: Auth, request: AuthRequest): Promise<Response> {
  switch (request.query.get('grant_type')) {
    case 'password':
      return passwordGrant(auth, request)
    case 'refresh_token':
      return refreshGrant(auth, request)
    case 'pkce':
      return pkceGrant(auth, request)
    case 'id_token':
      return idTokenGrant(auth, request)
    case 'web3':
      throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  }
}
