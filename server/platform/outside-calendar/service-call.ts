import { CalendarUnread, calendarLimits } from './read-address.ts'

export interface ServiceRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** With the user's token. @param path below the API's base */
export type ReadService = (path: string, request?: ServiceRequest) => Promise<unknown>

export interface ServiceAnswer {
  status: number
  ok: boolean
  json: unknown
  retryAfterMs: number | null
}

const longestRetryMs = 6 * 3_600_000

/**
 * Calls a service at an address that this server builds. Follows no redirects.
 * @throws CalendarUnread `unreachable`, `too_large`, `not_a_calendar`
 */
export async function callService(
  send: typeof fetch,
  url: string,
  request: ServiceRequest,
): Promise<ServiceAnswer> {
  const response = await send(url, {
    ...request,
    redirect: 'error',
    signal: AbortSignal.timeout(calendarLimits.timeoutMs),
  }).catch(unreachable)
  const { status, ok, headers } = response
  const text = await textOf(response)
  return { status, ok, json: jsonOf(text, ok), retryAfterMs: retryAfterMs(headers.get('retry-after')) }
}

/** RFC 9110 10.2.3, in seconds or as a date. */
function retryAfterMs(header: string | null): number | null {
  if (!header) return null
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return ms > 0 ? Math.min(ms, longestRetryMs) : null
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of response.body ?? []) {
      bytes += part.byteLength
      if (bytes > calendarLimits.bytes) throw new CalendarUnread('too_large')
      parts.push(part)
    }
  } catch (error) {
    unreachable(error)
  }
  return Buffer.concat(parts).toString('utf8')
}

function jsonOf(text: string, isExpected: boolean): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch (error) {
    // a proxy's page about its failure
    if (!isExpected) return null
    throw new CalendarUnread('not_a_calendar', error)
  }
}

function unreachable(error: unknown): never {
  throw error instanceof CalendarUnread ? error : new CalendarUnread('unreachable', error)
}
