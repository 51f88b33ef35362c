import { isRead } from '#domain/reads.ts'

/** The second press of a double click follows within half a second. */
const doubleMs = 1_000

interface Write {
  key: string
  answer: Promise<Response>
  /** by `clockMs`; undefined while in flight */
  answeredAt?: number
}

/**
 * A fetch that sends a double event's write once: the same write as the one before it, while that is in flight or within
 * a second of its success. Both callers receive its answer. Uploads are sent as they come: two files may be equal.
 */
export function sendingOnce(
  send: typeof fetch,
  clockMs: () => number = () => performance.now(),
): typeof fetch {
  let last: Write | null = null
  return (input, init) => {
    const key = keyOf(input, init)
    if (key === null) return send(input, init)
    const isDouble =
      last?.key === key && (last.answeredAt === undefined || clockMs() - last.answeredAt < doubleMs)
    const write: Write = isDouble && last ? last : { key, answer: send(input, init) }
    if (write !== last) {
      last = write
      const forget = () => {
        if (last === write) last = null
      }
      write.answer.then(({ ok }) => {
        if (ok) write.answeredAt = clockMs()
        else forget()
      }, forget)
    }
    return write.answer.then((response) => response.clone())
  }
}

/** Null for a request that may be sent twice. */
function keyOf(input: RequestInfo | URL, init: RequestInit | undefined): string | null {
  const method = init?.method?.toUpperCase() ?? 'GET'
  const body = init?.body ?? ''
  if (input instanceof Request || typeof body !== 'string' || init?.signal) return null
  const { pathname, search } = new URL(String(input), 'http://localhost')
  if (method === 'GET' || method === 'HEAD' || isRead(method, pathname)) return null
  if (!/^\/(functions|rest|auth)\/v1\//.test(pathname)) return null
  return JSON.stringify([method, pathname, search, body, [...new Headers(init?.headers)]])
}
