import { post } from './call.ts'
import type { World } from './world.ts'

export function check(holds: boolean, fact: string): void {
  if (!holds) throw new Error(`does not hold: ${fact}`)
}

/** Other actions may lie between. */
export async function expectAudit(world: World, userId: string, actions: string[]): Promise<void> {
  const found = await world.audit(userId)
  let from = 0
  for (const action of actions) {
    const at = found.indexOf(action, from)
    check(at >= 0, `audit has ${action} (it has ${found.join(', ')})`)
    from = at + 1
  }
}

export async function canSignIn(
  world: World,
  { email, phone, password }: { email?: string; phone?: string; password: string },
): Promise<boolean> {
  const body = email ? { email, password } : { phone, password }
  return (await world.send(post('/token?grant_type=password', body))).status === 200
}

/** The claims of an access token, unverified. */
export function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
