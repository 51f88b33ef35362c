import type { Auth } from './context/auth.ts'
import { adminAudit } from './endpoints/admin/admin-audit.ts'
import { adminDeleteFactor, adminListFactors, adminUpdateFactor } from './endpoints/admin/admin-factors.ts'
import {
  adminCreateUser,
  adminDeleteUser,
  adminGetUser,
  adminListUsers,
  adminUpdateUser,
} from './endpoints/admin/admin-users.ts'
import { generateLink } from './endpoints/admin/generate-link.ts'
import { invite } from './endpoints/admin/invite.ts'
import { challengeFactor } from './endpoints/factors/factor-challenge.ts'
import { enrollFactor } from './endpoints/factors/factor-enroll.ts'
import { unenrollFactor } from './endpoints/factors/factor-unenroll.ts'
import { verifyFactor } from './endpoints/factors/factor-verify.ts'
import {
  deleteRecoveryCodes,
  generateRecoveryCodes,
  recoveryCodeStatus,
  regenerateRecoveryCodes,
  verifyRecoveryCode,
} from './endpoints/factors/recovery-codes.ts'
import { authorize } from './endpoints/providers/authorize.ts'
import { callback } from './endpoints/providers/callback.ts'
import { samlAcs } from './endpoints/providers/saml-acs.ts'
import { samlMetadata, sso } from './endpoints/providers/sso.ts'
import { openDemo } from './endpoints/sign-in/demo.ts'
import { logout } from './endpoints/sign-in/logout.ts'
import { sendMagicLink, sendOtp } from './endpoints/sign-in/otp.ts'
import { health, jwks, ready, settings } from './endpoints/sign-in/public.ts'
import { reauthenticate } from './endpoints/sign-in/reauthenticate.ts'
import { recover } from './endpoints/sign-in/recover.ts'
import { resend } from './endpoints/sign-in/resend.ts'
import { signUp } from './endpoints/sign-in/signup.ts'
import { token } from './endpoints/sign-in/token.ts'
import { verify } from './endpoints/sign-in/verify.ts'
import { verifyLink } from './endpoints/sign-in/verify-link.ts'
import { getUser, updateUserEndpoint } from './endpoints/user/user.ts'
import { authorizeLink, unlinkIdentity } from './endpoints/user/user-identities.ts'
import { readPasswordTerms } from './endpoints/user/user-password.ts'
import { listSessions, revokeSession } from './endpoints/user/user-sessions.ts'
import type { LimitGroup } from './http/limit-request.ts'
import type { AuthRequest } from './http/request.ts'

export interface Route {
  method: string
  /** `{}` matches one path parameter. */
  path: string
  handle(auth: Auth, request: AuthRequest): Promise<Response>
  /** Null for endpoints with a session or an admin token, and for public information (routes.test.ts). */
  limit: LimitGroup | null
  /** The answer's timing must not reveal whether an address is known. */
  isAboutAddress?: boolean
  /** Such requests share a bounded queue (docs/threats.md T20). */
  hashesPassword?(query: URLSearchParams): boolean
  isAdmins?: boolean
  /** Requires a captcha, if configured (docs/contracts/auth.md 1.7). */
  needsCaptcha?: boolean
}

/** docs/contracts/auth.md 3 */
export const routes: Route[] = [
  {
    method: 'POST',
    path: '/signup',
    handle: signUp,
    hashesPassword: () => true,
    needsCaptcha: true,
    limit: 'signup',
    isAboutAddress: true,
  },
  {
    method: 'POST',
    path: '/token',
    handle: token,
    hashesPassword: (query) => query.get('grant_type') === 'password',
    needsCaptcha: true,
    limit: 'token',
  },
  { method: 'POST', path: '/demo', handle: openDemo, limit: 'token' },
  { method: 'POST', path: '/verify', handle: verify, limit: 'verify', isAboutAddress: true },
  { method: 'GET', path: '/verify', handle: verifyLink, limit: 'verify' },
  {
    method: 'POST',
    path: '/resend',
    handle: resend,
    needsCaptcha: true,
    limit: 'resend',
    isAboutAddress: true,
  },
  {
    method: 'POST',
    path: '/recover',
    handle: recover,
    needsCaptcha: true,
    limit: 'recover',
    isAboutAddress: true,
  },
  { method: 'POST', path: '/otp', handle: sendOtp, needsCaptcha: true, limit: 'otp', isAboutAddress: true },
  {
    method: 'POST',
    path: '/magiclink',
    handle: sendMagicLink,
    needsCaptcha: true,
    limit: 'magiclink',
    isAboutAddress: true,
  },
  { method: 'POST', path: '/invite', handle: invite, isAdmins: true, limit: null },
  { method: 'GET', path: '/user', handle: getUser, limit: null },
  { method: 'PUT', path: '/user', handle: updateUserEndpoint, limit: 'user' },
  { method: 'GET', path: '/user/password', handle: readPasswordTerms, limit: null },
  { method: 'GET', path: '/user/sessions', handle: listSessions, limit: null },
  { method: 'DELETE', path: '/user/sessions/{}', handle: revokeSession, limit: null },
  { method: 'POST', path: '/logout', handle: logout, limit: null },
  { method: 'GET', path: '/reauthenticate', handle: reauthenticate, limit: null },

  { method: 'GET', path: '/admin/users', handle: adminListUsers, isAdmins: true, limit: null },
  { method: 'POST', path: '/admin/users', handle: adminCreateUser, isAdmins: true, limit: null },
  { method: 'GET', path: '/admin/users/{}', handle: adminGetUser, isAdmins: true, limit: null },
  { method: 'PUT', path: '/admin/users/{}', handle: adminUpdateUser, isAdmins: true, limit: null },
  { method: 'DELETE', path: '/admin/users/{}', handle: adminDeleteUser, isAdmins: true, limit: null },
  { method: 'POST', path: '/admin/generate_link', handle: generateLink, isAdmins: true, limit: null },
  { method: 'GET', path: '/admin/audit', handle: adminAudit, isAdmins: true, limit: null },

  { method: 'GET', path: '/settings', handle: settings, limit: null },
  { method: 'GET', path: '/health', handle: health, limit: null },
  { method: 'GET', path: '/ready', handle: ready, limit: null },
  { method: 'GET', path: '/.well-known/jwks.json', handle: jwks, limit: null },

  { method: 'POST', path: '/sso', handle: sso, needsCaptcha: true, limit: 'sso' },
  { method: 'GET', path: '/sso/saml/metadata', handle: samlMetadata, limit: null },
  { method: 'POST', path: '/sso/saml/acs', handle: samlAcs, limit: 'saml_acs' },
  { method: 'GET', path: '/authorize', handle: authorize, limit: 'authorize' },
  { method: 'GET', path: '/callback', handle: callback, limit: 'callback' },
  { method: 'POST', path: '/callback', handle: callback, limit: 'callback' },
  { method: 'GET', path: '/user/identities/authorize', handle: authorizeLink, limit: 'authorize' },
  { method: 'DELETE', path: '/user/identities/{}', handle: unlinkIdentity, limit: null },

  // before /factors/{}, which matches them as well
  { method: 'GET', path: '/factors/recovery-codes', handle: recoveryCodeStatus, limit: null },
  { method: 'POST', path: '/factors/recovery-codes', handle: generateRecoveryCodes, limit: null },
  { method: 'DELETE', path: '/factors/recovery-codes', handle: deleteRecoveryCodes, limit: null },
  {
    method: 'POST',
    path: '/factors/recovery-codes/regenerate',
    handle: regenerateRecoveryCodes,
    limit: null,
  },
  {
    method: 'POST',
    path: '/factors/recovery-codes/verify',
    handle: verifyRecoveryCode,
    limit: 'factor_verify',
  },
  { method: 'POST', path: '/factors', handle: enrollFactor, limit: null },
  { method: 'DELETE', path: '/factors/{}', handle: unenrollFactor, limit: null },
  { method: 'POST', path: '/factors/{}/challenge', handle: challengeFactor, limit: 'factor_challenge' },
  { method: 'POST', path: '/factors/{}/verify', handle: verifyFactor, limit: 'factor_verify' },
  { method: 'GET', path: '/admin/users/{}/factors', handle: adminListFactors, isAdmins: true, limit: null },
  {
    method: 'PUT',
    path: '/admin/users/{}/factors/{}',
    handle: adminUpdateFactor,
    isAdmins: true,
    limit: null,
  },
  {
    method: 'DELETE',
    path: '/admin/users/{}/factors/{}',
    handle: adminDeleteFactor,
    isAdmins: true,
    limit: null,
  },
]

/** Else the path's allowed methods. */
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
