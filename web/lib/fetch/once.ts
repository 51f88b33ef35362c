import { isRead } from '#domain/reads.ts'

/**
 * A fetch that sends a double event's write once: the same write as one in flight. Both callers receive its answer. A
 * write after an answer is sent, because the user may have a reason to repeat it. Uploads are sent as they come: two
 * files may be equal.
 */
export function sendingOnce(send: typeof fetch): typeof fetch {
  let last: { key: string; answer: Promise<Response> } | null = null
  return (input, init) => {
    const key = keyOf(input, init)
    if (key === null) return send(input, init)
    if (last?.key === key) return last.answer.then((response) => response.clone())
    const write = { key, answer: send(input, init) }
    last = write
    const forget = () => {
      if (last === write) last = null
    }
    write.answer.then(forget, forget)
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
