import type { Connection } from './connection.ts'

/**
 * A fetch that waits for the connection. What has not been sent yet is sent once there is one; a read that was cut off is
 * repeated. A write that was cut off fails: it may have arrived.
 */
export function steadyFetch(
  connection: Connection,
  send: typeof fetch = (input, init) => fetch(input, init),
): typeof fetch {
  return async (input, init) => {
    const isRead = ['GET', 'HEAD'].includes(init?.method?.toUpperCase() ?? 'GET')
    for (;;) {
      await connection.whenOnline(init?.signal)
      try {
        return await send(input, init)
      } catch (error) {
        if (init?.signal?.aborted || !(error instanceof TypeError)) throw error
        const state = await connection.check()
        if (!isRead || state === 'online') throw error
      }
    }
  }
}
