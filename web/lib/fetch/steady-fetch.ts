import { isRead } from '#domain/reads.ts'
import type { Connection } from '../offline/connection.ts'

/**
 * A fetch that waits for the connection and repeats reads that were cut off. A write that was cut off fails, because it
 * may have arrived.
 */
export function steadyFetch(
  connection: Connection,
  send: typeof fetch = (input, init) => fetch(input, init),
): typeof fetch {
  return async (input, init) => {
    const method = init?.method?.toUpperCase() ?? 'GET'
    const onlyReads = method === 'GET' || method === 'HEAD' || isRead(method, pathOf(input))
    for (;;) {
      await connection.whenOnline(init?.signal)
      try {
        return await send(input, init)
      } catch (error) {
        if (init?.signal?.aborted || !(error instanceof TypeError)) throw error
        const state = await connection.check()
        if (!onlyReads || state === 'online') throw error
      }
    }
  }
}

function pathOf(input: RequestInfo | URL): string {
  return new URL(input instanceof Request ? input.url : String(input), 'http://localhost').pathname
}
