import { createHash, timingSafeEqual } from 'node:crypto'
import type { Services } from '#server/clinic/action.ts'
import { parseReport } from './parse-report.ts'
import { recordReport } from './record-report.ts'

/** On the main site. */
export const mailReportsPath = '/hooks/mail'

/**
 * Receives the messages of the mailbox of `MAIL_FROM`, raw, and records the delivery reports among them
 * (docs/decisions/0219). 204: accepted, also if it is no report, or of no mail of ours. 401: without the secret.
 */
export function receiveReport(
  services: Pick<Services, 'transactions' | 'clock' | 'log'>,
  secret: string,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${secret}`)) {
      services.log.warn('webhook.refused', { endpoint: mailReportsPath, because: 'secret' })
      return new Response('Unauthorized', { status: 401 })
    }
    await storeReport(services, await request.text())
    return new Response(null, { status: 204 })
  }
}

/** @param raw a message, of which nothing is logged: it names the recipient */
export async function storeReport(
  { transactions, clock, log }: Pick<Services, 'transactions' | 'clock' | 'log'>,
  raw: string,
): Promise<void> {
  const report = parseReport(raw)
  const isOurs =
    report !== null &&
    (await transactions.withSystem('hooks:mail', (tx) => recordReport(tx, report, clock.now())))
  log.info('mail.report', { kind: isOurs ? report.kind : 'ignored' })
}

/** Takes the same time for every given text. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
