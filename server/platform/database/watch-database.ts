import pg from 'pg'
import type { Logger } from '../log.ts'

const everyMs = 500
const longestMs = 1_000
/** A single late answer may be this machine's fault. Detection takes 2.5 seconds in all. */
const missesUntilAway = 2
/** Longest wait for a place or a new connection while the watch is on. */
export const watchedConnectMs = 4_000

export interface Probe {
  /** Even a refusal shows that Postgres is not hanging. */
  answers(): Promise<boolean>
  drop(): void
}

/**
 * Detects a Postgres that accepts connections and never answers; requests then fail at once (docs/reliability.md F3: within
 * five seconds).
 * @returns ends the watch
 */
export function watchDatabase(pool: pg.Pool, probe: Probe, log: Logger, pauseMs = everyMs): () => void {
  const open = new Set<pg.PoolClient>()
  const waiting = new Set<(error: Error) => void>()
  let misses = 0
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  pool.on('connect', (client) => {
    open.add(client)
    client.once('end', () => open.delete(client))
  })
  failWhileAway(pool, waiting, () => misses >= missesUntilAway)

  const beat = async () => {
    const since = performance.now()
    const hasAnswered = await probe.answers()
    // this process itself was suspended
    const wasAsleep = performance.now() - since > longestMs * 2
    if (isOver) return probe.drop()
    if (hasAnswered) {
      if (misses >= missesUntilAway) log.warn('database.answers_again', {})
      misses = 0
    } else if (!wasAsleep) {
      misses += 1
      if (misses === missesUntilAway) log.error('database.hangs', {})
      if (misses >= missesUntilAway) giveUp()
    }
    schedule(misses === 1 ? 0 : pauseMs)
  }
  const schedule = (afterMs: number) => {
    timer = setTimeout(beat, afterMs)
    timer.unref()
  }
  schedule(pauseMs)

  function giveUp(): void {
    for (const reject of waiting) reject(notAnswering())
    for (const client of open) streamOf(client)?.destroy(notAnswering())
  }
  return () => {
    isOver = true
    clearTimeout(timer)
    probe.drop()
  }
}

function failWhileAway(pool: pg.Pool, waiting: Set<(error: Error) => void>, isAway: () => boolean): void {
  const connect = pool.connect.bind(pool)
  const connectOrFail = (): Promise<pg.PoolClient> => {
    if (isAway()) return Promise.reject(notAnswering())
    return new Promise((resolve, reject) => {
      let isGivenUp = false
      const giveUp = (error: Error) => {
        isGivenUp = true
        waiting.delete(giveUp)
        reject(error)
      }
      waiting.add(giveUp)
      connect().then((client) => {
        if (isGivenUp) return client.release(true)
        waiting.delete(giveUp)
        resolve(client)
      }, giveUp)
    })
  }
  // only pool.query connects with a callback
  pool.connect = ((callback?: Parameters<pg.Pool['connect']>[0]) =>
    callback ? connect(callback) : connectOrFail()) as typeof pool.connect
}

/** Begins like node-postgres' own errors, which are answered with 503. */
const notAnswering = () => new Error('Connection terminated: the database does not answer')

/** node-postgres ends a client's socket only after pending queries. */
function streamOf(client: pg.ClientBase | undefined) {
  const inner = client as unknown as { connection?: { stream: { destroy(error?: Error): void } } } | undefined
  return inner?.connection?.stream
}

/** Uses a separate, permanent connection, because those of the pool may all be busy. */
export function createProbe(url: string, deadlineMs = longestMs): Probe {
  let client: pg.Client | undefined
  const drop = () => {
    streamOf(client)?.destroy()
    client = undefined
  }
  const connected = async () => {
    if (client) return client
    const made = new pg.Client({ connectionString: url })
    client = made
    made.on('error', () => {})
    await made.connect()
    return made
  }
  return {
    async answers() {
      const late = Promise.withResolvers<'none'>()
      // reads an answer that arrived while this process was busy
      const timer = setTimeout(() => setImmediate(() => late.resolve('none')), deadlineMs)
      const asked = connected()
        .then((one) => one.query('select 1'))
        .then(
          () => 'answer' as const,
          () => 'refusal' as const,
        )
      const answer = await Promise.race([asked, late.promise])
      clearTimeout(timer)
      if (answer !== 'answer') drop()
      return answer !== 'none'
    },
    drop,
  }
}
