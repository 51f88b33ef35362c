import type { HookName, HookTargets } from '#server/platform/config/hook-settings.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { AuthError } from '../errors.ts'
import { callHttpHook, type HookTransport, hookTransport } from './http-hook.ts'
import { callSqlHook } from './sql-hook.ts'

export type HookAnswer = Record<string, unknown>

/**
 * Every hook point calls both methods, of which at most one is configured: over HTTP outside of any transaction, in SQL
 * inside the acting one.
 */
export interface OperatorHooks {
  targets: HookTargets
  /** Null unless the hook is called over HTTP. @throws AuthError the hook's refusal or failure */
  outside(name: HookName, payload: object): Promise<HookAnswer | null>
  /** Null unless the hook is a SQL function. @throws AuthError the hook's refusal or failure */
  inside(tx: Tx, name: HookName, payload: object): Promise<HookAnswer | null>
}

export function createOperatorHooks(
  targets: HookTargets,
  transport: HookTransport = hookTransport,
): OperatorHooks {
  return {
    targets,
    async outside(name, payload) {
      const target = targets[name]
      return target?.kind === 'http' ? answerOf(await callHttpHook(target, payload, transport)) : null
    },
    async inside(tx, name, payload) {
      const target = targets[name]
      return target?.kind === 'sql' ? answerOf(await callSqlHook(tx, target, payload)) : null
    },
  }
}

/** @throws AuthError the answer's `error`, with its own status */
export function answerOf(answer: unknown): HookAnswer {
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) {
    throw new AuthError(500, 'unexpected_failure', 'Error unmarshaling JSON output.')
  }
  const { error } = answer as { error?: { http_code?: unknown; message?: unknown } | null }
  if (error && typeof error === 'object' && (error.message || error.http_code)) {
    const status = Number(error.http_code)
    const isStatus = Number.isInteger(status) && status >= 400 && status < 600
    const code = isStatus && status !== 500 ? 'unknown' : 'unexpected_failure'
    throw new AuthError(isStatus ? status : 500, code, String(error.message ?? '').slice(0, 500))
  }
  return answer as HookAnswer
}

/** Without a decision the attempt continues. */
export interface Verdict {
  isRejected: boolean
  message: string
  endsSessions: boolean
}

/** @throws AuthError 500 for an unknown decision */
export function verdictOf(answer: HookAnswer): Verdict {
  const { decision = 'continue', message, should_logout_user: endsSessions } = answer
  if (decision !== 'continue' && decision !== 'reject') {
    throw new AuthError(500, 'unexpected_failure', 'Invalid decision returned from hook')
  }
  return {
    isRejected: decision === 'reject',
    message: typeof message === 'string' ? message.slice(0, 500) : '',
    endsSessions: endsSessions === true,
  }
}

/** Over HTTP the transaction stays open for at most five seconds, because the verdict determines its content. */
export async function judgeMfaAttempt(
  tx: Tx,
  { operatorHooks }: { operatorHooks: OperatorHooks },
  attempt: { userId: string; factorId: string; factorType: string; isRight: boolean },
): Promise<{ decision: 'continue' | 'reject'; message?: string }> {
  const payload = {
    user_id: attempt.userId,
    factor_id: attempt.factorId,
    factor_type: attempt.factorType,
    valid: attempt.isRight,
  }
  const answer =
    (await operatorHooks.inside(tx, 'mfa_verification_attempt', payload)) ??
    (await operatorHooks.outside('mfa_verification_attempt', payload))
  if (!answer) return { decision: 'continue' }
  const { isRejected, message } = verdictOf(answer)
  return { decision: isRejected ? 'reject' : 'continue', message }
}
