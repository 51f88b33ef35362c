import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import type { PGliteSource } from '../pglite-options.ts'
import type { EngineCall, EngineReport } from './engine-messages.ts'
import { exchangeWith } from './exchange.ts'
import { isReady } from './protocol.ts'
import { openWatchedPGlite } from './watched-pglite.ts'

const report = (message: EngineReport, given: ArrayBuffer[] = []) => parentPort?.postMessage(message, given)
const [program] = (await once(parentPort as MessagePort, 'message')) as [WebAssembly.Module]
const pglite = await openWatchedPGlite(workerData as PGliteSource, program, (reason) =>
  report({ kind: 'broken', reason }),
)
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', ({ id, call }: { id: number; call: EngineCall }) => {
  last = last.then(async () => {
    try {
      const answer = await run(pglite, call)
      report({ kind: 'answer', id, answer }, [answer.buffer as ArrayBuffer])
    } catch (error) {
      // Postgres' errors are in the answer, so this one is the engine's
      report({ kind: 'broken', reason: String(error) })
    }
  })
})
report({ kind: 'open', threadId: threadId() })

async function run(on: PGlite, call: EngineCall): Promise<Uint8Array> {
  if (call.kind === 'close') {
    await on.close()
    return new Uint8Array()
  }
  const answer = await exchangeWith(on, call.bytes)
  if (call.endsReady && !isReady(answer)) report({ kind: 'broken', reason: 'a statement has not ended' })
  return answer
}

function threadId(): number | null {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return null
  }
}
