import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { queueHookCall } from '../hooks/hook-calls.ts'
import { answerOf } from '../hooks/hooks.ts'
import { callSqlHook } from '../hooks/sql-hook.ts'

/**
 * @param sms.phone digits without `+`
 * @returns false when hook send_sms is not configured
 */
export async function sendSmsByHook(
  tx: Tx,
  { services, secrets }: Pick<Auth, 'services' | 'secrets'>,
  { phone, code }: { phone: string; code: string },
): Promise<boolean> {
  const { hooks } = services.config
  const target = hooks.send_sms
  if (!target) return false
  const payload = { user: { phone }, sms: { otp: code, phone: `+${phone}` } }
  if (target.kind === 'http')
    return queueHookCall(tx, { services, targets: hooks }, 'send_sms', payload, secrets)
  answerOf(await callSqlHook(tx, target, payload))
  return true
}
