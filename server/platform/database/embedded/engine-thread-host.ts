import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PGliteSource } from '../pglite-options.ts'
import { EngineError, type ErrorFields } from './engine-error.ts'
import type { EngineCall, EngineReport } from './engine-messages.ts'
import { stopwatchOf } from './stopwatch.ts'

export interface EngineThread {
  /**
   * @param limitMs ends the thread when the call takes longer; null: no limit
   * @throws EngineError
   */
  call(call: EngineCall, limitMs: number | null): Promise<Uint8Array>
  ended: Promise<EngineError>
  /** Terminates the thread and rejects pending calls. Resolves once its files are closed. */
  end(reason: ErrorFields): Promise<void>
}

// Enough for Postgres to detect deep nesting itself (max_stack_depth). With V8's default stack, V8 detects it first, which
// breaks the engine.
const defaultStackMebibytes = 32

/** The error of calls that were pending when a thread ended for another reason, or came later. */
export const restarted: ErrorFields = {
  message: 'terminating connection because the embedded database was restarted',
  severity: 'FATAL',
  code: '57P02',
}

const timedOut: ErrorFields = {
  message: 'canceling statement due to statement timeout',
  severity: 'ERROR',
  code: '57014',
}

const broken: ErrorFields = {
  message: 'the embedded database could not run this statement and was restarted',
  severity: 'PANIC',
  code: 'XX000',
}

/** @param on.ended an open thread has failed; its files are closed once `exited` resolves */
export async function startEngineThread(
  from: PGliteSource,
  on: {
    ended(reason: string, exited: Promise<void>): void
  },
  stackMebibytes = defaultStackMebibytes,
): Promise<EngineThread> {
  const worker = new Worker(new URL('./engine-thread.ts', import.meta.url), {
    workerData: from satisfies PGliteSource,
    resourceLimits: { stackSizeMb: stackMebibytes },
  })
  const calls = new Map<number, Call>()
  const opened = Promise.withResolvers<number | null>()
  const exited = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<EngineError>()
  let stopwatch = stopwatchOf(null)
  let lastId = 0
  let hasEnded = false

  const fail = (reason: string, error: ErrorFields) => {
    if (!hasEnded) on.ended(reason, end(calls.size > 0 ? error : restarted))
  }
  const end = async (error: ErrorFields) => {
    hasEnded = true
    stopwatch.stop()
    for (const { reject } of calls.values()) reject(new EngineError(error))
    calls.clear()
    ended.resolve(new EngineError(error))
    await worker.terminate()
    await exited.promise
  }
  // the thread runs its calls in order, so only the first one is timed
  const watchFirst = () => {
    const [first] = calls.values()
    stopwatch.stop()
    if (first?.limitMs) stopwatch.start(first.limitMs, () => fail('a statement took too long', timedOut))
  }
  const settle = (id: number, settled: (call: Call) => void) => {
    const call = calls.get(id)
    if (!call) return
    calls.delete(id)
    settled(call)
    watchFirst()
  }

  worker.on('message', (report: EngineReport) => {
    if (hasEnded) return
    if (report.kind === 'open') opened.resolve(report.threadId)
    else if (report.kind === 'broken') fail(report.reason, broken)
    else settle(report.id, ({ resolve }) => resolve(report.answer))
  })
  worker.on('error', opened.reject)
  worker.on('exit', () => {
    exited.resolve()
    opened.reject(new Error('the thread of the embedded database has ended'))
  })
  const sent = engineModule().then((program) => worker.postMessage(program))
  const [threadId] = await Promise.all([opened.promise, sent])
  stopwatch = stopwatchOf(threadId)
  worker.on('error', (error) => fail((error as Error).message, broken))
  worker.on('exit', () => fail('the thread has exited', broken))

  return {
    call(call, limitMs) {
      if (hasEnded) return Promise.reject(new EngineError(restarted))
      return new Promise((resolve, reject) => {
        const id = ++lastId
        worker.postMessage({ id, call })
        calls.set(id, { resolve, reject, limitMs })
        if (calls.size === 1) watchFirst()
      })
    },
    ended: ended.promise,
    end,
  }
}

let compiled: Promise<WebAssembly.Module> | undefined

/** Compiled once for all threads, which halves the time to open a database. */
function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= compile()
  return compiled
}

async function compile(): Promise<WebAssembly.Module> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(join(entry, '../pglite.wasm')))
}

interface Call {
  resolve(answer: Uint8Array): void
  reject(error: Error): void
  limitMs: number | null
}
