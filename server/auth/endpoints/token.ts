import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import type { AuthRequest } from '../http/request.ts'
import { idTokenGrant } from './token-id-token.ts'
import { passwordGrant } from './token-password.ts'
import { pkceGrant } from './token-pkce.ts'
import { refreshGrant } from './token-refresh.ts'

/** POST /token?grant_type=... (docs/contracts/auth.md 3.3). */
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
