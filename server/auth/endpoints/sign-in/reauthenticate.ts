import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { type AuthRequest, json } from '#server/auth/http/request.ts'
import { startMailCooldown } from '#server/auth/mails/mail-cooldown.ts'
import { sendReauthentication, takeMailBudget } from '#server/auth/mails/mails.ts'
import type { UserRow } from '#server/auth/rows.ts'
import { loadPerson, requireClaims } from '#server/auth/sessions/bearer.ts'
import { sendPhoneCode } from '#server/auth/sms/phone-codes.ts'
import { startSmsCooldown, takeSmsBudget } from '#server/auth/sms/sms-limits.ts'
import { actAs, inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Sends the code that PUT /user accepts as `nonce`, by mail, or by SMS to people without an address (docs/contracts/auth.md
 * 3.4).
 */
export async function reauthenticate(auth: Auth, request: AuthRequest): Promise<Response> {
  const claims = await requireClaims(auth, request)
  const answer = await inTransaction(auth, request, async (tx) => {
    const { user } = await loadPerson(tx, auth, claims)
    if (!user.email && user.phone) return reauthenticateByPhone(tx, auth, user, user.phone)
    if (!user.email) throw invalid('Reauthentication requires the user to have an email or a phone number')
    if (!user.email_confirmed_at) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    }
    await startMailCooldown(tx, {
      kind: 'reauthentication',
      address: user.email,
      now: auth.services.clock.now(),
      seconds: auth.settings.mailIntervalSeconds,
    })
    await takeMailBudget(tx, auth)
    await actAs(tx, user.id)
    await audit(tx, 'auth.user_reauthenticate_requested', { type: 'user', id: user.id })
    await sendReauthentication(tx, auth, user)
    return {}
  })
  return json(answer)
}

async function reauthenticateByPhone(
  tx: Tx,
  auth: Auth,
  user: UserRow,
  phone: string,
): Promise<{ message_id: string }> {
  if (!user.phone_confirmed_at) {
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
  }
  await startSmsCooldown(tx, auth, phone)
  await takeSmsBudget(tx, auth)
  await actAs(tx, user.id)
  await audit(tx, 'auth.user_reauthenticate_requested', { type: 'user', id: user.id }, { provider: 'phone' })
  const { sent } = await sendPhoneCode(tx, auth, { user, phone, template: 'reauthentication' })
  return { message_id: sent.messageId }
}
