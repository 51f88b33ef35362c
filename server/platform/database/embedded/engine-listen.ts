import pg from 'pg'
import type { Listen } from '../listen.ts'

export interface EngineListen {
  /** An empty message means that messages may have been lost. */
  listen: Listen
  /** Called for every new connection. */
  resume(client: pg.ClientBase): Promise<void>
}

/** @param pool of one connection; `resume` is called for each new one */
export function createEngineListen(pool: pg.Pool): EngineListen {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const hear = (channel: string, payload: string) => {
    for (const heard of listeners.get(channel) ?? []) heard(payload)
  }
  return {
    async listen(channel, heard) {
      const name = pg.escapeIdentifier(channel)
      const known = listeners.get(channel)
      if (known) known.add(heard)
      else {
        // before the listener is registered, so that opening the connection reports no lost messages to it
        await pool.query(`listen ${name}`)
        listeners.set(channel, new Set([...(listeners.get(channel) ?? []), heard]))
      }
      return async () => {
        listeners.get(channel)?.delete(heard)
        if (listeners.get(channel)?.size) return
        listeners.delete(channel)
        await pool.query(`unlisten ${name}`)
      }
    },
    async resume(client) {
      client.on('notification', ({ channel, payload }) => hear(channel, payload ?? ''))
      for (const channel of listeners.keys()) {
        await client.query(`listen ${pg.escapeIdentifier(channel)}`)
        hear(channel, '')
      }
    },
  }
}
