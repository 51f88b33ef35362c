import pg from 'pg'
import type { Logger } from '../log.ts'

const everyMs = 500
const longestMs = 1_000
/** A single late answer may be the machine's fault. The second question follows at once: 2.5 seconds in all. */
const missesUntilAway = 2
/** A request may wait as long for a place or a new connection, where the watch is on. */
export const watchedConnectMs = 4_000

/** Asks the database for a sign of life. */
export interface Probe {
  /** Whether any answer came in time, a refusal too: Postgres is not hanging then. */
  answers(): Promise<boolean>
  drop(): void
}

/**
 * Notices when Postgres hangs: it accepts connections and answers nothing, so that requests would wait without end. What
 * waits then fails at once, and so does what comes until it answers again (docs/reliability.md F3: within five seconds).
 * A Postgres that refuses or ends connections is noticed without it.
 *
 * @param pauseMs between two questions
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
    // a process that was itself asleep knows nothing about Postgres
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

/** Whoever waits for a connection can be sent away; nobody is let in while the database is away. */
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
  // kysely and the pipelines take their connections without a callback, pool.query with one
  pool.connect = ((callback?: Parameters<pg.Pool['connect']>[0]) =>
    callback ? connect(callback) : connectOrFail()) as typeof pool.connect
}

/** Begins as node-postgres' own errors do, and is answered 503 as they are. */
const notAnswering = () => new Error('Connection terminated: the database does not answer')

/** A client's socket, which node-postgres ends only after what is under way. */
function streamOf(client: pg.ClientBase | undefined) {
  const inner = client as unknown as { connection?: { stream: { destroy(error?: Error): void } } } | undefined
  return inner?.connection?.stream
}

/**
 * Asks on a connection of its own, kept: those of the pool may all be busy for good reasons.
 *
 * @param deadlineMs how long an answer may take
 */
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
      // an answer that has arrived while this process was busy is read first
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
