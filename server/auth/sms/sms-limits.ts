import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { takeClock } from '../mails/mail-cooldown.ts'
import { takeToken } from '../rate-limits.ts'

type Sender = Pick<Auth, 'services' | 'settings'>

/**
 * Lets one text message go to a number in each interval, whatever it is for and whether or not anybody has the
 * number (docs/contracts/auth.md 1.9, D6).
 *
 * @throws AuthError 429 `over_sms_send_rate_limit`, whose sentence apps parse for the number;
 *   422 `sms_send_failed` when this installation sends none
 */
export async function takeSmsClock(tx: Tx, { services, settings }: Sender, phone: string): Promise<void> {
  if (!settings.sendsSms && !Object.hasOwn(settings.smsTestCodes, phone)) {
    throw new AuthError(422, 'sms_send_failed', 'Error sending confirmation OTP to provider: there is none')
  }
  const now = services.clock.now()
  const left = await takeClock(tx, { kind: 'sms', address: phone, now, seconds: settings.smsIntervalSeconds })
  if (left === 0) return
  throw new AuthError(
    429,
    'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${left} seconds.`,
    { headers: { 'Retry-After': String(left) } },
  )
}

/**
 * Counts one text message against the installation's hourly limit.
 *
 * @throws AuthError 429 `over_sms_send_rate_limit`
 */
export async function takeSmsBudget(tx: Tx, { settings }: Pick<Sender, 'settings'>): Promise<void> {
  if (settings.smsPerHour === null) return
  const limit = { burst: settings.smsPerHour, perSeconds: 3600 / settings.smsPerHour }
  const { allowed } = await takeToken(tx, { bucket: 'sms', key: 'all', limit })
  if (!allowed) throw new AuthError(429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded')
}
