import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Transactions } from '../database/transactions.ts'
import { mailboxSms, type SmsTransport } from './sms.ts'
import { twilioSms } from './twilio.ts'

/**
 * Production without a provider has no transport, so that no message is recorded as sent.
 * @param statusPath where Twilio reports a message's status
 */
export function openSms(
  { config, transactions, clock }: { config: Config; transactions: Transactions; clock: Clock },
  statusPath: string,
): SmsTransport | null {
  if (config.sms) return twilioSms(config.sms, `${config.mainOrigin}${statusPath}`)
  return config.environment === 'production' ? null : mailboxSms(transactions, () => clock.now())
}
