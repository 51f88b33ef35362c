import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { PGlite, Results } from '@electric-sql/pglite'
import type { PGliteSource } from '../pglite-options.ts'
import type { EngineAnswer, EngineCall, EngineReport, ErrorFields } from './engine-messages.ts'
import { openWatchedPGlite } from './watched-pglite.ts'

/** The thread of `Engine`: opens PGlite and runs one call after the other. */
const report = (message: EngineReport) => parentPort?.postMessage(message)
// the first message is PGlite's program
const [program] = (await once(parentPort as MessagePort, 'message')) as [WebAssembly.Module]
const pglite = await openWatchedPGlite(workerData as PGliteSource, program, (reason) =>
  report({ kind: 'broken', reason }),
)
const stops = new Map<string, () => Promise<void>>()

parentPort?.on('message', async ({ id, call }: { id: number; call: EngineCall }) => {
  try {
    report({ kind: 'answer', id, answer: await run(pglite, call) })
  } catch (error) {
    report({ kind: 'error', id, error: fieldsOf(error as Error) })
  }
})
report({ kind: 'open', threadId: threadId() })

async function run(on: PGlite, call: EngineCall): Promise<EngineAnswer> {
  switch (call.kind) {
    case 'query': {
      const answer = answerOf(await on.query(call.sql, [...call.params]))
      // Postgres ends every statement with its tag
      if (!answer.command) report({ kind: 'broken', reason: 'a statement has not ended' })
      return answer
    }
    case 'script':
      return answerOf((await on.exec(call.sql)).at(-1))
    case 'listen': {
      const { channel } = call
      stops.set(
        channel,
        await on.listen(channel, (payload) => report({ kind: 'notified', channel, payload })),
      )
      return nothing
    }
    case 'unlisten':
      await stops.get(call.channel)?.()
      return nothing
    case 'close':
      await on.close()
      return nothing
  }
}

const nothing: EngineAnswer = { rows: [], affectedRows: undefined, command: undefined }

function answerOf(result: Results | undefined): EngineAnswer {
  if (!result) return nothing
  const { rows, affectedRows, command } = result as Results<Record<string, unknown>>
  return { rows, affectedRows, command }
}

/** Without PGlite's own additions, which quote the statement and its values. */
function fieldsOf(error: Error): ErrorFields {
  const {
    query: _query,
    params: _params,
    queryOptions: _options,
    ...fields
  } = error as Error & Record<string, unknown>
  return { ...fields, name: error.name, message: error.message }
}

function threadId(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return null
  }
}
