import * as z from 'zod/mini'
import type { CaptchaSettings } from '#server/platform/config/config.ts'
import { watchedFetch } from '#server/platform/outgoing-calls.ts'
import { AuthError } from '../errors.ts'
import type { AccessTokens } from '../tokens/access-token.ts'
import { isAdminRole } from '../tokens/admin-roles.ts'
import { readBody, text } from './body.ts'
import { type AuthRequest, bearerToken } from './request.ts'

/** Throws when the provider cannot be reached. */
export type CaptchaVerifier = (
  token: string,
  address: string | null,
) => Promise<{ isRight: boolean; problem: string }>

const verifyUrls = {
  hcaptcha: 'https://hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}
const timeoutMs = 10_000
const exemptGrants = ['refresh_token', 'pkce', 'id_token']

/** @param request replaces fetch in tests */
export function captchaVerifier(settings: CaptchaSettings, request?: typeof fetch): CaptchaVerifier {
  const call = watchedFetch('captcha', request)
  return async (token, address) => {
    const body = new URLSearchParams({ secret: settings.secret, response: token })
    if (address) body.set('remoteip', address)
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await call(verifyUrls[settings.provider], {
      method: 'POST',
      body,
      redirect: 'error',
      signal,
    })
    const answer = (await response.json()) as { success?: unknown; 'error-codes'?: unknown }
    const codes = Array.isArray(answer['error-codes']) ? answer['error-codes'].map(String) : []
    return { isRight: response.ok && answer.success === true, problem: codes.join(', ').slice(0, 200) }
  }
}

interface CaptchaGate {
  captcha: CaptchaVerifier | null
  tokens: Pick<AccessTokens, 'verify'>
}

const captchaBody = z.object({
  gotrue_meta_security: z.optional(z.nullable(z.object({ captcha_token: text }))),
})

/**
 * docs/contracts/auth.md 1.7. Admin tokens and grants that continue an earlier sign-in need none.
 * @throws AuthError 400 `captcha_failed`; 500 while the provider cannot be reached
 */
export async function requireCaptcha({ captcha, tokens }: CaptchaGate, request: AuthRequest): Promise<void> {
  if (!captcha || exemptGrants.includes(request.query.get('grant_type') ?? '')) return
  if (await isAdmin(tokens, request)) return
  const token = await tokenOf(request)
  if (!token) throw failed('request disallowed (no captcha_token found)')
  const { isRight, problem } = await captcha(token, request.address).catch((cause: unknown) => {
    throw new AuthError(500, 'unexpected_failure', 'captcha verification process failed', { cause })
  })
  if (!isRight) throw failed(`request disallowed (${problem || 'captcha not solved'})`)
}

async function isAdmin(tokens: CaptchaGate['tokens'], request: AuthRequest): Promise<boolean> {
  const token = bearerToken(request)
  const claims = token ? await tokens.verify(token) : null
  return isAdminRole(claims?.role)
}

async function tokenOf(request: AuthRequest): Promise<string> {
  const body = await readBody(request.raw, captchaBody, {})
  return body.gotrue_meta_security?.captcha_token ?? ''
}

function failed(problem: string): AuthError {
  return new AuthError(400, 'captcha_failed', `captcha protection: ${problem}`)
}
