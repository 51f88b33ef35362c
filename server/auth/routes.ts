import type { Auth } from './auth.ts'
import {
  adminCreateUser,
  adminDeleteUser,
  adminGetUser,
  adminListUsers,
  adminUpdateUser,
} from './endpoints/admin-users.ts'
import { anyFactor, authorize, enrollFactor, linkIdentity, sso } from './endpoints/disabled.ts'
import { invite } from './endpoints/invite.ts'
import { logout } from './endpoints/logout.ts'
import { sendMagicLink, sendOtp } from './endpoints/otp.ts'
import { health, jwks, ready, settings } from './endpoints/public.ts'
import { reauthenticate } from './endpoints/reauthenticate.ts'
import { recover } from './endpoints/recover.ts'
import { resend } from './endpoints/resend.ts'
import { signUp } from './endpoints/signup.ts'
import { token } from './endpoints/token.ts'
import { getUser, updateUserEndpoint } from './endpoints/user.ts'
import { verify } from './endpoints/verify.ts'
import { verifyLink } from './endpoints/verify-link.ts'
import type { AuthRequest } from './http/request.ts'
import type { LimitGroup } from './settings.ts'

/** One endpoint. */
export interface Route {
  method: string
  /** `{}` stands for one path parameter. */
  path: string
  handle(auth: Auth, request: AuthRequest): Promise<Response>
  /** Whose bucket a request is counted in. */
  limit?: LimitGroup
  /** Whether the answer must not tell by its time whether somebody has an address. */
  isAboutAddress?: boolean
}

/** Every endpoint of the auth service (auth-contract.md section 3). */
export const routes: Route[] = [
  { method: 'POST', path: '/signup', handle: signUp, limit: 'signup', isAboutAddress: true },
  { method: 'POST', path: '/token', handle: token, limit: 'token' },
  { method: 'POST', path: '/verify', handle: verify, limit: 'verify' },
  { method: 'GET', path: '/verify', handle: verifyLink, limit: 'verify' },
  { method: 'POST', path: '/resend', handle: resend, limit: 'resend', isAboutAddress: true },
  { method: 'POST', path: '/recover', handle: recover, limit: 'recover', isAboutAddress: true },
  { method: 'POST', path: '/otp', handle: sendOtp, limit: 'otp', isAboutAddress: true },
  { method: 'POST', path: '/magiclink', handle: sendMagicLink, limit: 'magiclink', isAboutAddress: true },
  { method: 'POST', path: '/invite', handle: invite },
  { method: 'GET', path: '/user', handle: getUser },
  { method: 'PUT', path: '/user', handle: updateUserEndpoint, limit: 'user' },
  { method: 'POST', path: '/logout', handle: logout },
  { method: 'GET', path: '/reauthenticate', handle: reauthenticate },

  { method: 'GET', path: '/admin/users', handle: adminListUsers },
  { method: 'POST', path: '/admin/users', handle: adminCreateUser },
  { method: 'GET', path: '/admin/users/{}', handle: adminGetUser },
  { method: 'PUT', path: '/admin/users/{}', handle: adminUpdateUser },
  { method: 'DELETE', path: '/admin/users/{}', handle: adminDeleteUser },

  { method: 'GET', path: '/settings', handle: settings },
  { method: 'GET', path: '/health', handle: health },
  { method: 'GET', path: '/ready', handle: ready },
  { method: 'GET', path: '/.well-known/jwks.json', handle: jwks },

  { method: 'POST', path: '/sso', handle: sso },
  { method: 'GET', path: '/authorize', handle: authorize },
  { method: 'GET', path: '/user/identities/authorize', handle: linkIdentity },
  { method: 'DELETE', path: '/user/identities/{}', handle: linkIdentity },
  { method: 'POST', path: '/factors', handle: enrollFactor },
  { method: 'DELETE', path: '/factors/{}', handle: anyFactor },
  { method: 'POST', path: '/factors/{}/challenge', handle: anyFactor },
  { method: 'POST', path: '/factors/{}/verify', handle: anyFactor },
]

/** The endpoint of a request, with its path parameters; or the methods that its path knows. */
export function findRoute(
  method: string,
  path: string,
): { route: Route; params: string[] } | { allowed: string[] } {
  const found = routes.flatMap((route) => {
    const params = paramsOf(route.path, path)
    return params ? [{ route, params }] : []
  })
  return (
    found.find(({ route }) => route.method === method) ?? { allowed: found.map(({ route }) => route.method) }
  )
}

function paramsOf(pattern: string, path: string): string[] | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  if (!wanted.every((part, index) => part === '{}' || part === given[index])) return null
  return given.filter((_, index) => wanted[index] === '{}')
}
