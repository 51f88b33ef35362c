import type { Tx } from '#server/platform/database/transactions.ts'
import { takeToken } from '#server/platform/rate-limits.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { startCooldown } from '../mails/mail-cooldown.ts'

type Sender = Pick<Auth, 'services' | 'settings'>

/**
 * Starts the cooldown of all SMS to one number, known or not (docs/contracts/auth.md 1.9, D6).
 * @throws AuthError 429 `over_sms_send_rate_limit` during the cooldown; apps parse the number out of its message
 * @throws AuthError 422 `sms_send_failed` where this installation sends none
 */
export async function startSmsCooldown(tx: Tx, { services, settings }: Sender, phone: string): Promise<void> {
  if (!settings.sendsSms && !Object.hasOwn(settings.smsTestCodes, phone)) {
    throw new AuthError(422, 'sms_send_failed', 'Error sending confirmation OTP to provider: there is none')
  }
  const now = services.clock.now()
  const seconds = settings.smsIntervalSeconds
  const left = await startCooldown(tx, { kind: 'sms', address: phone, now, seconds })
  if (left === 0) return
  throw new AuthError(
    429,
    'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${left} seconds.`,
    { headers: { 'Retry-After': String(left) } },
  )
}

/**
 * Counts one SMS against the installation's hourly limit.
 * @throws AuthError 429 `over_sms_send_rate_limit`
 */
export async function takeSmsBudget(tx: Tx, { settings }: Pick<Sender, 'settings'>): Promise<void> {
  if (settings.smsPerHour === null) return
  const limit = { burst: settings.smsPerHour, perSeconds: 3600 / settings.smsPerHour }
  const { allowed } = await takeToken(tx, { bucket: 'sms', key: 'all', limit })
  if (!allowed) throw new AuthError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded')
}
