import { randomInt } from 'node:crypto'
import { type SmsTemplate, smsText } from '#domain/texts/auth-sms.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { sendSmsJob } from './deliver-sms.ts'
import { sendSmsByHook } from './sms-hook.ts'

/** The message's id, or `test-otp` for a number with a fixed code. */
export interface SentSms {
  messageId: string
}

/** Six digits: random, or the fixed code of a test number. */
export function newSmsCode({ settings }: Pick<Auth, 'settings'>, phone: string): string {
  return settings.smsTestCodes[phone] ?? String(randomInt(1_000_000)).padStart(6, '0')
}

/**
 * Queues an SMS in the caller's transaction (docs/contracts/auth.md D8), so that an unreachable provider changes neither the
 * answer nor its timing. The caller stores the code's hash, and first starts the cooldown and takes the budget
 * (`sms-limits.ts`).
 * @param phone digits without `+`
 */
export async function sendSmsCode(
  tx: Tx,
  { services, settings, secrets }: Pick<Auth, 'services' | 'settings' | 'secrets'>,
  { phone, code, template }: { phone: string; code: string; template: SmsTemplate },
): Promise<SentSms> {
  if (Object.hasOwn(settings.smsTestCodes, phone)) return { messageId: 'test-otp' }
  if (await sendSmsByHook(tx, { services, secrets }, { phone, code })) {
    return { messageId: crypto.randomUUID() }
  }
  const id = crypto.randomUUID()
  await tx
    .insertInto('app.mails')
    .values({
      id,
      channel: 'sms',
      template: `sms-${template}`,
      to_address: phone,
      subject: 'Text message',
      // encrypted, so that the database alone does not reveal the code (docs/contracts/auth.md D14)
      text_body: secrets.seal(smsText(template, code), id).toString('base64'),
      html_body: '',
      message_id: id,
      queued_at: services.clock.now(),
    })
    .execute()
  await services.jobs.enqueue(tx, sendSmsJob, { mailId: id })
  return { messageId: id }
}
