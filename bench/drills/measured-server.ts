import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The benchmarks' server, which says what it holds: for each line of its input one line, a `Held` as JSON.

/** What a process holds once its garbage is collected. */
export interface Held {
  heapMib: number
  /** What keeps the process running, counted by kind: sockets, servers, timers. */
  resources: Record<string, number>
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

await import('../machine/carefold-server.ts')
process.stdin.on('data', async () => {
  // what waits for finalizers is only free after another collection
  for (let times = 0; times < 3; times++) {
    collect()
    await turn()
  }
  process.stdout.write(`${JSON.stringify(held())}\n`)
})

function held(): Held {
  const resources: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  return { heapMib: process.memoryUsage().heapUsed / 1_048_576, resources }
}
