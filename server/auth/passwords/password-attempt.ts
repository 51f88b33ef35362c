import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { type HookAnswer, verdictOf } from '../hooks/hooks.ts'
import type { AuthRequest } from '../http/request.ts'
import { endSessions } from '../sessions/sessions.ts'
import { inTransaction } from '../transaction.ts'

const name = 'password_verification_attempt'

/**
 * Call it outside of any transaction.
 * @throws AuthError 400 `invalid_credentials` with the hook's message when it rejects
 */
export async function judgePasswordOutside(
  auth: Auth,
  request: AuthRequest,
  attempt: { userId: string; isRight: boolean },
): Promise<void> {
  const answer = await auth.operatorHooks.outside(name, payloadOf(attempt))
  if (answer) await inTransaction(auth, request, (tx) => applyVerdict(tx, attempt.userId, answer))
}

/** Returns the hook's refusal, so that the end of the sessions is committed. */
export async function judgePasswordInside(
  tx: Tx,
  auth: Auth,
  attempt: { userId: string; isRight: boolean },
): Promise<AuthError | undefined> {
  const answer = await auth.operatorHooks.inside(tx, name, payloadOf(attempt))
  return answer ? applyVerdict(tx, attempt.userId, answer) : undefined
}

function payloadOf({ userId, isRight }: { userId: string; isRight: boolean }): object {
  return { user_id: userId, valid: isRight }
}

async function applyVerdict(tx: Tx, userId: string, answer: HookAnswer): Promise<AuthError | undefined> {
  const { isRejected, message, endsSessions } = verdictOf(answer)
  if (!isRejected) return undefined
  if (endsSessions) await endSessions(tx, userId)
  return new AuthError(400, 'invalid_credentials', message || 'Invalid login credentials')
}
