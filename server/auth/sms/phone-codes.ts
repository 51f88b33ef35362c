import type { SmsTemplate } from '#domain/texts/auth-sms.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { issueOneTimeToken, type TokenKind } from '../one-time-tokens/one-time-tokens.ts'
import { lockUser, updateUser } from '../people/users.ts'
import type { UserRow } from '../rows.ts'
import { newSmsCode, type SentSms, sendSmsCode } from './send-sms-code.ts'

const purposes = {
  'sign-in': { kind: 'phone_confirmation', sentAt: 'confirmation_sent_at' },
  'confirm-phone': { kind: 'phone_confirmation', sentAt: 'confirmation_sent_at' },
  'phone-change': { kind: 'phone_change', sentAt: 'phone_change_sent_at' },
  reauthentication: { kind: 'reauthentication', sentAt: 'reauthentication_sent_at' },
} satisfies Partial<Record<SmsTemplate, { kind: TokenKind; sentAt: keyof UserRow }>>

/** Replaces a pending code of that purpose. Stores only the hash. */
export async function sendPhoneCode(
  tx: Tx,
  sender: Pick<Auth, 'services' | 'settings' | 'secrets'>,
  { user, phone, template }: { user: UserRow; phone: string; template: keyof typeof purposes },
): Promise<{ user: UserRow; sent: SentSms }> {
  await lockUser(tx, user.id)
  const { kind, sentAt } = purposes[template]
  const now = sender.services.clock.now()
  const code = newSmsCode(sender, phone)
  const lifeSeconds = { link: null, code: sender.settings.smsCodeSeconds }
  await issueOneTimeToken(tx, { userId: user.id, kind, address: phone, now, lifeSeconds, code })
  const sent = await sendSmsCode(tx, sender, { phone, code, template })
  return { user: await updateUser(tx, user.id, { [sentAt]: now }, now), sent }
}

/** For a number that gets no SMS (docs/contracts/auth.md D6). */
export function lookAlikeSms({ settings }: Pick<Auth, 'settings'>, phone: string): SentSms {
  return { messageId: Object.hasOwn(settings.smsTestCodes, phone) ? 'test-otp' : crypto.randomUUID() }
}
