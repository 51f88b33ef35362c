import pg from 'pg'
import { getTypeParser } from '../type-parsers.ts'
import { type Backend, EngineStream } from './engine-stream.ts'

/**
 * A node-postgres pool with one connection, since PGlite has one backend. Reconnects after the backend has ended.
 * @param prepare runs on a new connection before it is used
 */
export function createEnginePool(
  open: () => Promise<Backend>,
  prepare: (client: pg.ClientBase) => Promise<void> = async () => {},
): pg.Pool {
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => new EngineStream(open) as never,
    types: { getTypeParser },
    onConnect: prepare,
  })
  // the engine reports its end itself; the next statement opens a new connection
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
