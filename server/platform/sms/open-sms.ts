import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Transactions } from '../database/transactions.ts'
import { mailboxSms, type SmsTransport } from './sms.ts'
import { twilioSms } from './twilio.ts'

/**
 * The provider that the settings name. Without one, text messages go to the mailbox of a development machine; in
 * production there is none, so that no message is recorded as sent that nobody gets.
 *
 * @param statusPath where Twilio reports what became of a message, on the main site
 */
export function openSms(
  { config, transactions, clock }: { config: Config; transactions: Transactions; clock: Clock },
  statusPath: string,
): SmsTransport | null {
  if (config.sms) return twilioSms(config.sms, `${config.mainOrigin}${statusPath}`)
  return config.environment === 'production' ? null : mailboxSms(transactions, () => clock.now())
}
