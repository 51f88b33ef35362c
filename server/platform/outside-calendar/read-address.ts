import { get, type RequestOptions } from 'node:https'
import { RequestFilteringHttpsAgent } from 'request-filtering-agent'
import type { CalendarFailure } from '#domain/texts/outside-calendars.ts'
import { watched } from '../outgoing-calls.ts'

/** Sent back to the host, which then answers 304 while nothing has changed. */
export interface Validators {
  etag: string | null
  modified: string | null
}

export interface ReadCalendar extends Validators {
  text: string
}

export class CalendarUnread extends Error {
  override name = 'CalendarUnread'
  readonly reason: CalendarFailure
  /** If the service says when it may be read again. */
  readonly retryAfterMs: number | null

  constructor(
    reason: CalendarFailure,
    cause?: unknown,
    { retryAfterMs = null }: { retryAfterMs?: number | null } = {},
  ) {
    super(`calendar ${reason}`, { cause })
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Reads an iCalendar address.
 *
 * @returns `unchanged` if the host answers 304
 * @throws CalendarUnread
 */
export type ReadAddress = (address: URL, validators: Validators) => Promise<ReadCalendar | 'unchanged'>

export const calendarLimits = { timeoutMs: 5_000, bytes: 5_000_000, redirects: 3, times: 20_000 } as const

interface Answer {
  status: number
  location: string | undefined
  etag: string | null
  modified: string | null
  body: string
}

/** Only public addresses over HTTPS, also after a redirect: a user must not make the server call its own network. */
export const readHttpsAddress: ReadAddress = async (address, validators) => {
  const signal = AbortSignal.timeout(calendarLimits.timeoutMs)
  let url = address
  for (let redirects = 0; redirects <= calendarLimits.redirects; redirects++) {
    if (url.protocol !== 'https:') throw new CalendarUnread('refused')
    const answer = await watched(
      { service: 'calendar', operation: 'GET' },
      () => request(url, validators, signal).catch(unread),
      ({ status }) => status,
    )
    if (answer.status === 304) return 'unchanged'
    if (
      answer.status >= 300 &&
      answer.status < 400 &&
      answer.location &&
      URL.canParse(answer.location, url)
    ) {
      url = new URL(answer.location, url)
      continue
    }
    return calendarOf(answer)
  }
  throw new CalendarUnread('refused')
}

/** @throws CalendarUnread by the status */
function calendarOf({ status, body, etag, modified }: Answer): ReadCalendar {
  if (status === 404 || status === 410) throw new CalendarUnread('gone')
  if (status >= 500 || status === 429) throw new CalendarUnread('unreachable')
  if (status !== 200) throw new CalendarUnread('refused')
  return { text: body, etag, modified }
}

function request(url: URL, { etag, modified }: Validators, signal: AbortSignal): Promise<Answer> {
  const options: RequestOptions = {
    agent: new RequestFilteringHttpsAgent(),
    signal,
    headers: {
      accept: 'text/calendar, text/plain;q=0.5',
      'accept-encoding': 'identity',
      'user-agent': 'Carefold',
      ...(etag && { 'if-none-match': etag }),
      ...(modified && { 'if-modified-since': modified }),
    },
  }
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      response.on('error', reject)
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > calendarLimits.bytes) response.destroy(new CalendarUnread('too_large'))
        else parts.push(part)
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          etag: response.headers.etag?.slice(0, 500) ?? null,
          modified: response.headers['last-modified']?.slice(0, 100) ?? null,
          body: Buffer.concat(parts).toString('utf8'),
        }),
      )
    }).on('error', reject)
  })
}

function unread(error: unknown): never {
  throw error instanceof CalendarUnread ? error : new CalendarUnread('unreachable', error)
}
