import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../log.ts'
import type { PGliteSource } from '../pglite-options.ts'
import { EngineError } from './engine-error.ts'
import type { Backend } from './engine-stream.ts'
import { type EngineThread, restarted, startEngineThread } from './engine-thread-host.ts'

/**
 * The embedded database in a thread that can be terminated and reopened: PGlite cannot interrupt a statement, and does not
 * recover from an exhausted stack (docs/decisions/0036).
 */
export interface Engine {
  /** The current thread, or the next one. */
  backend(): Promise<Backend>
  /** Limits each exchange until called again; null: `defaultLimitMs`. */
  limit(timeoutMs: number | null): void
  /** Exchanges have no limit before, because migrations may take long. */
  startLimits(): void
  close(): Promise<void>
}

export interface EngineOptions {
  log: Logger
  /** Less than the default breaks the engine sooner: for tests. */
  stackMebibytes?: number
}

const closeMs = 5_000
const retryMs = 1_000
const longestWaitMs = 10_000

/**
 * @param on.defaultLimitMs for exchanges without their own limit
 * @param on.reopened a thread that had ended was replaced
 */
export async function startEngine(
  from: PGliteSource,
  {
    log,
    defaultLimitMs,
    stackMebibytes,
    reopened,
  }: EngineOptions & { defaultLimitMs: number; reopened(): void },
): Promise<Engine> {
  let source = from
  let limitMs: number | null = null
  let hasLimits = false
  let isClosed = false
  let live: EngineThread | undefined

  const open = async (): Promise<EngineThread> => {
    const on = {
      ended(reason: string, exited: Promise<void>) {
        log.error('database.engine_ended', { reason })
        if (thread !== live) return
        current = reopen(exited)
        // it fails only when the server stops meanwhile
        current.catch(() => undefined)
      },
    }
    const thread = await startEngineThread(source, on, stackMebibytes)
    live = thread
    return thread
  }
  const reopen = async (exited: Promise<void>): Promise<EngineThread> => {
    const since = performance.now()
    await exited
    for (;;) {
      try {
        const thread = await open()
        log.warn('database.engine_reopened', { ms: Math.round(performance.now() - since) })
        setImmediate(reopened)
        return thread
      } catch (error) {
        log.error('database.engine_not_reopened', { error })
        if (isClosed) throw error
        await wait(retryMs)
      }
    }
  }
  let current = open()
  await current
  source = { ...(from.folder ? { folder: from.folder } : {}) }

  return {
    async backend() {
      const thread = await soon(current)
      return {
        async exchange(exchange) {
          if (isClosed) throw new EngineError(restarted)
          return thread.call(
            { kind: 'exchange', ...exchange },
            limitMs ?? (hasLimits ? defaultLimitMs : null),
          )
        },
        ended: thread.ended,
      }
    },
    limit(timeoutMs) {
      limitMs = timeoutMs
    },
    startLimits() {
      hasLimits = true
    },
    async close() {
      if (isClosed) return
      isClosed = true
      live = undefined
      const thread = await soon(current).catch(() => undefined)
      // a stuck or ended thread has nothing more to write
      await thread?.call({ kind: 'close' }, closeMs).catch(() => undefined)
      await thread?.end(restarted)
    },
  }
}

/** @throws EngineError when the database does not open in time */
async function soon(opening: Promise<EngineThread>): Promise<EngineThread> {
  const unavailable = { message: 'the embedded database is not open', severity: 'FATAL', code: '57P03' }
  const timer = Promise.withResolvers<never>()
  const timeout = setTimeout(() => timer.reject(new EngineError(unavailable)), longestWaitMs)
  try {
    return await Promise.race([opening, timer.promise])
  } finally {
    clearTimeout(timeout)
  }
}
