import { noClinic } from '../database/clinic-of.ts'
import type { Transactions } from '../database/transactions.ts'

/** The text contains no health data (docs/domain-rules.md rule 31). */
export interface TextMessage {
  /** Ours: the same in every attempt. */
  id: string
  clinicId: string
  /** E.164 */
  to: string
  text: string
}

/** Permanent, with the provider's code; other errors may be retried. */
export class TextRefused extends Error {
  override name = 'TextRefused'
  readonly code: string
  /** The recipient has opted out. */
  readonly isStopped: boolean

  constructor(code: string, isStopped = false) {
    super(`the text message was refused: ${code}`)
    this.code = code
    this.isStopped = isStopped
  }
}

export interface SmsTransport {
  kind: 'twilio' | 'mailbox'
  /**
   * @returns the provider's id
   * @throws TextRefused
   */
  send(message: TextMessage): Promise<string>
  /** The provider's id of a message that may have been sent since then. */
  find(message: TextMessage, since: Date): Promise<string | null>
}

export function mailboxSms(transactions: Transactions, now: () => Date): SmsTransport {
  return {
    kind: 'mailbox',
    async send({ id, to, text }) {
      await transactions.withSystem('sms:mailbox', async (tx) => {
        const sent = await tx
          .selectFrom('app.mails')
          .select('id')
          .where('clinic_id', '=', noClinic)
          .where('id', '=', id)
          .executeTakeFirst()
        if (sent) return
        await tx
          .insertInto('app.mails')
          .values({
            id,
            channel: 'sms',
            template: 'text-message',
            to_address: to,
            subject: 'Text message',
            text_body: text,
            html_body: '',
            message_id: id,
            status: 'sent',
            queued_at: now(),
            sent_at: now(),
          })
          .execute()
      })
      return `mailbox-${id}`
    },
    find: async () => null,
  }
}
