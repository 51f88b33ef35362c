import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../../log.ts'
import type { Listen } from '../listen.ts'
import type { PGliteSource } from '../pglite-options.ts'
import type { EngineAnswer, EngineCall } from './engine-messages.ts'
import { EngineError, type EngineThread, restarted, startEngineThread } from './engine-thread-host.ts'

/**
 * The embedded database in a thread of its own, where it can be ended: PGlite cannot interrupt a statement, and does not
 * recover from an exhausted stack (docs/decisions/0036). A thread that is ended is replaced by a new one on the same folder,
 * which holds everything committed, as after a crash of Postgres.
 *
 * It has one connection: callers take turns.
 */
export interface Engine {
  turn(): EngineTurn
  /** Longest time for a statement until `limit` is called again; null: `defaultLimitMs`. */
  limit(timeoutMs: number | null): void
  /**
   * Runs a script now, and in every later thread before it is used. Until then statements have no limit: migrations take as
   * long as they need.
   */
  prepare(script: string): Promise<void>
  /** An empty message says that messages may have been lost. */
  listen: Listen
  close(): Promise<void>
}

export interface EngineOptions {
  log: Logger
  /** Less than the default breaks the engine sooner: for tests. */
  stackMebibytes?: number
}

/** The statements of one transaction run in one thread: once it has ended, the others are refused. */
export interface EngineTurn {
  /** @throws EngineError */
  call(call: EngineCall): Promise<EngineAnswer>
}

const closeMs = 5_000
const retryMs = 1_000
const longestWaitMs = 10_000

/**
 * @param defaultLimitMs for statements without a limit of their own
 * @throws Error when the folder cannot be opened
 */
export async function startEngine(
  from: PGliteSource,
  { log, defaultLimitMs, stackMebibytes }: EngineOptions & { defaultLimitMs: number },
): Promise<Engine> {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const scripts: string[] = []
  let source = from
  let limitMs: number | null = null
  let isClosed = false
  let live: EngineThread | undefined

  const open = async (): Promise<EngineThread> => {
    const on = {
      notified: hear,
      ended(reason: string, exited: Promise<void>) {
        log.error('database.engine_ended', { reason })
        // one that ends while it is prepared is reported by `open`
        if (thread !== live) return
        current = reopen(exited)
        // it fails only when the server stops meanwhile
        current.catch(() => undefined)
      },
    }
    const thread = await startEngineThread(source, on, stackMebibytes)
    try {
      for (const sql of scripts) await thread.call({ kind: 'script', sql }, null)
      for (const channel of listeners.keys()) await thread.call({ kind: 'listen', channel }, null)
    } catch (error) {
      await thread.end(restarted)
      throw error
    }
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
        for (const channel of listeners.keys()) hear(channel, '')
        return thread
      } catch (error) {
        log.error('database.engine_not_reopened', { error })
        if (isClosed) throw error
        await wait(retryMs)
      }
    }
  }
  const hear = (channel: string, payload: string) => {
    for (const heard of listeners.get(channel) ?? []) heard(payload)
  }
  const turn = (): EngineTurn => {
    let thread: EngineThread | undefined
    return {
      async call(call) {
        thread ??= await soon(current)
        return thread.call(call, limitMs ?? (scripts.length > 0 ? defaultLimitMs : null))
      },
    }
  }
  let current = open()
  await current
  // a dump is in the folder now
  source = { ...(from.folder ? { folder: from.folder } : {}) }

  return {
    turn,
    limit(timeoutMs) {
      limitMs = timeoutMs
    },
    async prepare(sql) {
      await turn().call({ kind: 'script', sql })
      scripts.push(sql)
    },
    async listen(channel, heard) {
      const known = listeners.get(channel)
      if (known) known.add(heard)
      else {
        listeners.set(channel, new Set([heard]))
        await turn().call({ kind: 'listen', channel })
      }
      return async () => {
        listeners.get(channel)?.delete(heard)
        if (listeners.get(channel)?.size) return
        listeners.delete(channel)
        await turn().call({ kind: 'unlisten', channel })
      }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      live = undefined
      const thread = await soon(current).catch(() => undefined)
      // a thread that is stuck, or already ended, has nothing more to write
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
