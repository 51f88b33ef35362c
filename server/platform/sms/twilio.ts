import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SmsSettings } from '../config/config.ts'
import { watchedFetch } from '../outgoing-calls.ts'
import { type SmsTransport, TextRefused } from './sms.ts'

const api = 'https://api.twilio.com/2010-04-01'
const timeoutMs = 15_000

/** No such number, not reachable, not allowed there, opted out. */
const stoppedCode = '21610'

interface TwilioMessage {
  sid: string
  body: string
  date_created: string
}

/**
 * Uses fetch, because Twilio's package is larger than this server.
 * @param statusUrl where Twilio reports a message's status; our id and the clinic’s are added to it
 */
export function twilioSms(
  { accountSid, authToken, from }: SmsSettings,
  statusUrl: string,
  send?: typeof fetch,
): SmsTransport {
  const call = watchedFetch('twilio', send)
  const ask = (query: string, init: RequestInit) =>
    call(`${api}/Accounts/${accountSid}/Messages.json${query}`, {
      ...init,
      headers: {
        ...init.headers,
        Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      },
      signal: AbortSignal.timeout(timeoutMs),
    })
  return {
    kind: 'twilio',
    async send({ id, clinicId, to, text }) {
      const response = await ask('', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          To: to,
          [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
          Body: text,
          StatusCallback: `${statusUrl}?id=${id}&clinic=${clinicId}`,
        }).toString(),
      })
      if (response.ok) return ((await response.json()) as TwilioMessage).sid
      const { status } = response
      const { code } = (await response.json().catch(() => ({}))) as { code?: number }
      // 401: wrong settings, which an admin corrects; 429 and 5xx are temporary
      if (status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status))
        throw new TextRefused(String(code ?? status), String(code) === stoppedCode)
      throw new Error(`Twilio answered ${status}`)
    },
    async find({ to, text }, since) {
      const query = new URLSearchParams({ To: to, 'DateSent>': since.toISOString().slice(0, 10) })
      const response = await ask(`?${query}`, { method: 'GET' })
      if (!response.ok) throw new Error(`Twilio answered ${response.status}`)
      const { messages } = (await response.json()) as { messages: TwilioMessage[] }
      // its clock and ours may differ
      const earliest = since.getTime() - 60_000
      const found = messages.find(
        ({ body, date_created }) => body === text && Date.parse(date_created) >= earliest,
      )
      return found?.sid ?? null
    },
  }
}

/**
 * Verifies the signature of the full address and the sorted parameters.
 * @param url with query
 */
export function isFromTwilio(
  authToken: string,
  { url, params, signature }: { url: string; params: URLSearchParams; signature: string | null },
): boolean {
  if (!signature) return false
  const signed = [...params.entries()]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .reduce((text, [name, value]) => text + name + value, url)
  const expected = createHmac('sha1', authToken).update(signed, 'utf8').digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
