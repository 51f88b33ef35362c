import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Transactions } from '../database/transactions.ts'
import { mailboxSms, type SmsTransport } from './sms.ts'
import { twilioSms } from './twilio.ts'

/**
 * The configured provider. Without one, text messages go to the development mailbox; in production there is no transport
 * then, so that no message is recorded as sent.
 * @param statusPath where Twilio reports a message's status, on the main site
 */
export function openSms(
  { config, transactions, clock }: { config: Config; transactions: Transactions; clock: Clock },
  statusPath: string,
): SmsTransport | null {
  if (config.sms) return twilioSms(config.sms, `${config.mainOrigin}${statusPath}`)
  return config.environment === 'production' ? null : mailboxSms(transactions, () => clock.now())
}
