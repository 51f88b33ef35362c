import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { paths } from '#domain/paths.ts'
import { newSignInMail } from '#server/emails/auth/account-mails.ts'
import { readBrand } from '#server/emails/sender-clinic.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { networkOf } from '#server/platform/http/networks.ts'
import type { Auth } from '../context/auth.ts'
import { type AuthRequest, requestedRedirects } from '../http/request.ts'
import { clinicOfPerson } from '../mails/clinic-of-person.ts'
import { isConfirmed } from '../people/users.ts'
import { resolveRedirect } from '../redirects/redirects.ts'
import type { UserRow } from '../rows.ts'
import { browserFamily, deviceName } from './device.ts'

/** Methods that have just used the mailbox, where a mail would be no news. */
const mailboxMethods = ['otp', 'magiclink', 'recovery', 'invite', 'email/signup', 'email_change']

/**
 * Mails the person about a new browser, system or network (/16, or for IPv6 /48), in the sign-in's transaction, so that an
 * attacker with a stolen password cannot prevent it.
 */
export async function recordDevice(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  user: UserRow,
  method: string,
): Promise<void> {
  const now = auth.sessionClock.now()
  const fingerprint = fingerprintOf(request)
  const { known, is_known } = await tx
    .with('remembered', (cte) =>
      cte
        .insertInto('auth.known_devices')
        .values({ user_id: user.id, fingerprint, first_seen_at: now, last_seen_at: now })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'fingerprint']).doUpdateSet({ last_seen_at: now }),
        ),
    )
    // as of before this statement
    .selectFrom('auth.known_devices')
    .where('user_id', '=', user.id)
    .select(({ fn }) => fn.countAll<number>().as('known'))
    .select(sql<boolean>`coalesce(bool_or(fingerprint = ${fingerprint}), false)`.as('is_known'))
    .executeTakeFirstOrThrow()
  const isNews = known > 0 && !is_known
  // a single sign-on account has no password to change
  if (!isNews || mailboxMethods.includes(method) || user.is_sso) return
  if (!user.email || !isConfirmed(user)) return
  const { services, settings } = auth
  const target = await resolveRedirect(tx, services.config, settings, requestedRedirects(request))
  const clinic = target.clinic ?? (await clinicOfPerson(tx, user.id))
  await services.mailer.queue(
    tx,
    newSignInMail({
      to: user.email,
      brand: await readBrand(tx, services.config, clinic?.id ?? null),
      clinicId: clinic?.id ?? null,
      device: deviceName(request.userAgent),
      address: request.address,
      at: now,
      passwordLink: new URL(paths.forgotPassword, target.url).href,
    }),
  )
}

/** For an account that changes hands. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.known_devices').where('user_id', '=', userId).execute()
}

function fingerprintOf(request: AuthRequest): Buffer {
  const { system } = deviceName(request.userAgent)
  const parts = [browserFamily(request.userAgent), system ?? '', networkOf(request.address)]
  return createHash('sha256').update(parts.join('\n')).digest()
}
