import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError } from '#server/auth/errors.ts'
import { requirePhone } from '#server/auth/http/addresses.ts'
import { type AuthRequest, audienceForNew, json } from '#server/auth/http/request.ts'
import { requireSmallMetadata } from '#server/auth/people/metadata.ts'
import { insertPhoneUser } from '#server/auth/people/new-users.ts'
import { beginUserCreation, type UserCreation } from '#server/auth/people/user-creation.ts'
import { findUserByPhone } from '#server/auth/people/users.ts'
import { requireChannel } from '#server/auth/sms/channel.ts'
import { lookAlikeSms, sendPhoneCode } from '#server/auth/sms/phone-codes.ts'
import type { SentSms } from '#server/auth/sms/send-sms-code.ts'
import { startSmsCooldown, takeSmsBudget } from '#server/auth/sms/sms-limits.ts'
import { inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { signUpPhoneToConfirm } from './signup-phone.ts'

interface Asked {
  phone: string
  channel: string
  metadata: Record<string, unknown>
  mayCreate: boolean
}

/**
 * docs/contracts/auth.md 3.1. The code is for POST /verify with type `sms`. Answers the same for numbers that get no SMS
 * (docs/contracts/auth.md D6).
 */
export async function sendSignInCode(auth: Auth, request: AuthRequest, asked: Asked): Promise<Response> {
  const { settings } = auth
  if (!settings.phoneProvider) {
    throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  const phone = requirePhone(asked.phone)
  requireChannel(asked.channel)
  requireSmallMetadata(asked.metadata)
  const audience = audienceForNew(request, settings)
  const person = { phone, metadata: asked.metadata, provider: 'phone' }
  const creation = await beginUserCreation(auth, request, person)
  const { messageId } = await retryIfTaken(() =>
    inTransaction(auth, request, async (tx) => {
      // for unknown numbers too: the cooldown must not reveal which are known
      await startSmsCooldown(tx, auth, phone)
      await takeSmsBudget(tx, auth)
      return sendTo(tx, auth, { ...asked, phone, audience, creation })
    }),
  )
  return json({ message_id: messageId })
}

async function sendTo(
  tx: Tx,
  auth: Auth,
  asked: Asked & { audience: string; creation: UserCreation },
): Promise<SentSms> {
  const { settings, services } = auth
  const { phone, audience, metadata, creation } = asked
  const known = await findUserByPhone(tx, phone, audience)
  if (!known && !(asked.mayCreate && settings.signUp)) {
    // as for a number that gets an SMS
    await creation.before(tx)
    return lookAlikeSms(auth, phone)
  }
  if (known?.phone_confirmed_at || settings.phoneAutoconfirm) {
    const now = services.clock.now()
    const person = { phone, audience, metadata, passwordHash: null, confirmedAt: now, creation, now }
    if (known) await creation.before(tx)
    const user = known ?? (await insertPhoneUser(tx, person))
    await audit(tx, 'auth.user_recovery_requested', { type: 'user', id: user.id }, { provider: 'phone' })
    const { sent } = await sendPhoneCode(tx, auth, { user, phone, template: 'sign-in' })
    return sent
  }
  const person = { phone, audience, metadata, passwordHash: null, creation }
  const { sent } = await signUpPhoneToConfirm(tx, auth, person, 'sign-in')
  return sent
}
