import pg from 'pg'
import { getTypeParser } from '../type-parsers.ts'
import { type Backend, EngineStream } from './engine-stream.ts'

/**
 * A node-postgres pool on PGlite, which has one backend and therefore one connection. Opens a new connection after the
 * backend has ended.
 * @param open resolves with the backend once it is available
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
