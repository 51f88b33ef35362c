import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import { AuthError } from '../errors.ts'
import { addressHash } from '../rate-limits.ts'

/** Kinds of mails that share a clock (docs/contracts/auth.md 1.9). */
export type MailClock = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

interface Tick {
  /** `sms`: text messages of every kind share one clock. */
  kind: MailClock | 'sms'
  address: string
  now: Date
  /** 0 switches the clock off. */
  seconds: number
}

/**
 * Lets one mail of a kind go to an address in each interval, and counts alike for addresses nobody here has
 * (docs/contracts/auth.md D6).
 *
 * @throws AuthError 429 `over_email_send_rate_limit`, whose sentence apps parse for the number
 */
export async function takeMailClock(tx: Tx, tick: Tick & { kind: MailClock }): Promise<void> {
  const left = await takeClock(tx, tick)
  if (left > 0) throw mailTooSoon(left)
}

/** @returns 0, or how many seconds are left when the interval is not over */
export async function takeClock(tx: Tx, { kind, address, now, seconds }: Tick): Promise<number> {
  if (seconds <= 0) return 0
  const hash = addressHash(address)
  const free = new Date(now.getTime() - seconds * 1000)
  const { rows } = await sql<{ kind: string }>`
    insert into auth.mail_clocks as c (kind, address_hash, sent_at) values (${kind}, ${hash}, ${now})
    on conflict (kind, address_hash) do update set sent_at = excluded.sent_at where c.sent_at <= ${free}
    returning kind`.execute(tx)
  if (rows.length > 0) return 0
  const last = await tx
    .selectFrom('auth.mail_clocks')
    .select('sent_at')
    .where('kind', '=', kind)
    .where('address_hash', '=', hash)
    .executeTakeFirst()
  return Math.max(1, Math.ceil(((last?.sent_at ?? now).getTime() - free.getTime()) / 1000))
}

function mailTooSoon(seconds: number): AuthError {
  return new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  )
}
