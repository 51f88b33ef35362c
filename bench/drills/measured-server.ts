import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The benchmarks' server; it answers each line of its input with a `Held` as JSON.

export interface Held {
  heapMib: number
  resources: Record<string, number>
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

await import('../machine/carefold-server.ts')
process.stdin.on('data', async () => {
  // Objects with finalizers are freed by a later collection.
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
