import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { type DemoView, demoAccounts } from '#domain/access/demo.ts'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError } from '#server/auth/errors.ts'
import { readBody, text } from '#server/auth/http/body.ts'
import { type AuthRequest, audienceOf } from '#server/auth/http/request.ts'
import { findUserByEmail } from '#server/auth/people/users.ts'
import { sessionLifeOf } from '#server/auth/sessions/limits.ts'
import { sessionResponse } from '#server/auth/sessions/session-response.ts'
import { grantOf } from '#server/auth/sessions/sessions.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'

const demoBody = z.object({ view: text })
const lifeMs = 2 * 60 * 60 * 1000

/**
 * A read-only session of two hours in the demo clinic, as its admin or as a patient (docs/decisions/0086).
 * @throws AuthError 404 `demo_missing` where there is no demo clinic
 */
export async function openDemo(auth: Auth, request: AuthRequest): Promise<Response> {
  const { view } = await readBody(request.raw, demoBody)
  const missing = new AuthError(404, 'demo_missing', 'There is no demo here')
  if (!auth.services.config.demo) throw missing
  const email = demoAccounts[(view === 'patient' ? 'patient' : 'clinic') satisfies DemoView]
  const grant = await inTransaction(auth, request, async (tx) => {
    const user = await findUserByEmail(tx, email, audienceOf(request, auth.settings))
    if (!user) return missing
    const now = auth.sessionClock.now()
    const session = await tx
      .insertInto('auth.sessions')
      .values({
        user_id: user.id,
        refresh_key: randomBytes(32),
        is_demo: true,
        not_after: new Date(now.getTime() + lifeMs),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('auth.session_methods')
      .values({ session_id: session.id, method: 'demo', used_at: now })
      .execute()
    await audit(tx, 'auth.demo_opened', { type: 'user', id: user.id })
    return grantOf(tx, user, session, await sessionLifeOf(tx, user.id, auth.settings))
  })
  return sessionResponse(auth, grant)
}
