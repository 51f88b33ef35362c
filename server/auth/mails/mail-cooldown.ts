import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import { AuthError } from '../errors.ts'
import { hashAddress } from '../http/addresses.ts'

/** docs/contracts/auth.md 1.9 */
export type MailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

interface Sending {
  /** `sms`: all SMS share one cooldown. */
  kind: MailKind | 'sms'
  address: string
  now: Date
  /** 0: no cooldown. */
  seconds: number
}

/**
 * For unknown addresses too (docs/contracts/auth.md D6).
 * @throws AuthError 429 `over_email_send_rate_limit`; apps parse the number out of its message
 */
export async function startMailCooldown(tx: Tx, mail: Sending & { kind: MailKind }): Promise<void> {
  const seconds = await startCooldown(tx, mail)
  if (seconds === 0) return
  throw new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  )
}

/** @returns 0 when a new cooldown has started, otherwise the seconds left of the current one */
export async function startCooldown(tx: Tx, { kind, address, now, seconds }: Sending): Promise<number> {
  if (seconds <= 0) return 0
  const hash = hashAddress(address)
  const cooledBefore = new Date(now.getTime() - seconds * 1000)
  const { rows } = await sql<{ kind: string }>`
    insert into auth.mail_cooldowns as c (kind, address_hash, sent_at) values (${kind}, ${hash}, ${now})
    on conflict (kind, address_hash) do update set sent_at = excluded.sent_at where c.sent_at <= ${cooledBefore}
    returning kind`.execute(tx)
  if (rows.length > 0) return 0
  const last = await tx
    .selectFrom('auth.mail_cooldowns')
    .select('sent_at')
    .where('kind', '=', kind)
    .where('address_hash', '=', hash)
    .executeTakeFirst()
  return Math.max(1, Math.ceil(((last?.sent_at ?? now).getTime() - cooledBefore.getTime()) / 1000))
}
