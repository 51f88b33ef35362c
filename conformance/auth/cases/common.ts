import { defaultRateLimits, type LimitGroup } from '#server/auth/context/settings.ts'
import type { RateLimit } from '#server/auth/rate-limits.ts'
import { type AnyCase, type Call, post } from '../case.ts'
import type { SignedIn, World } from '../world.ts'

/** A fact that a case's `after` looks for. @throws Error naming what is missing */
export function need(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`not so: ${what}`)
}

export function lacks(value: Record<string, unknown>, key: string): void {
  need(!(key in value), `there is no ${key}`)
}

export const isFalse = (value: unknown): boolean => value === false

/** That these actions stand in the audit trail of a person, in this order, perhaps with others between. */
export async function expectAudit(world: World, userId: string, actions: string[]): Promise<void> {
  const found = await world.audit(userId)
  let from = 0
  for (const action of actions) {
    const at = found.indexOf(action, from)
    need(at >= 0, `audit has ${action} (it has ${found.join(', ')})`)
    from = at + 1
  }
}

/** Limits that let everything through but one group. */
export function limitsWith(group: LimitGroup, limit: RateLimit): Record<LimitGroup, RateLimit> {
  const wide = Object.keys(defaultRateLimits).map((name) => [name, { burst: 1e9, perSeconds: 1 }])
  return { ...(Object.fromEntries(wide) as Record<LimitGroup, RateLimit>), [group]: limit }
}

/** The access token of a new person without an address. */
export async function anonymousPerson(world: World): Promise<string> {
  const { body } = await world.send(post('/signup', {}))
  return body.access_token
}

/** The claims of an access token, unchecked. */
export function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

/** Whom a case of `admin` is about, unless it arranges somebody else. */
export type Made = SignedIn

/** An admin's call whose path and body may need somebody. */
export function admin(
  name: string,
  call: Call | ((state: Made, world: World) => Call),
  expect: AnyCase['expect'],
  more: Partial<AnyCase> = {},
): AnyCase {
  return {
    name,
    arrange: (world: World) => world.signedIn(),
    request: async (state: Made, world: World) => ({
      ...(typeof call === 'function' ? call(state, world) : call),
      token: await world.adminToken(),
    }),
    expect,
    ...more,
  }
}
