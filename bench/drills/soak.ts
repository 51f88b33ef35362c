import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '../auth/people.ts'
import type { ServerProcess } from '../machine/server-process.ts'
import { slopeOf } from '../report/slope.ts'
import type { Drill } from './drill.ts'
import type { Held } from './measured-server.ts'
import { type MixTally, mixOf, percentile, sendMix, wrongAnswers } from './mixed-load.ts'
import { people } from './scene.ts'

const rate = 50
const sessions = 64
/** Caches fill, and hot functions are compiled. */
const warmUpSeconds = 600
const goals = { heapMibPerHour: 1, moreHandles: 5 }

export const soak: Drill = {
  name: 'L5',
  isShort: false,
  about: `soak, ${rate} requests a second`,
  async run(scene) {
    const metricsPort = String(20_000 + Math.floor(Math.random() * 20_000))
    const server = await scene.start(
      { METRICS_PORT: metricsPort, ACCESS_TOKEN_SECONDS: process.env.DRILL_TOKEN_SECONDS ?? '' },
      new URL('./measured-server.ts', import.meta.url),
    )
    const next = mixOf(await scene.teamAt(server.port), await signIn(server.port, people, sessions))
    const totalSeconds = scene.isFull ? Number(process.env.DRILL_HOURS ?? 2) * 3_600 : 25
    // A minute in a run of two hours.
    const forSeconds = Math.max(5, totalSeconds / 120)
    const readings: Reading[] = []
    const tallies: MixTally[] = []
    for (let passed = 0; passed < totalSeconds; passed += forSeconds) {
      tallies.push(await sendMix(server.port, next, { rate, seconds: forSeconds }))
      readings.push(await read(server, metricsPort))
    }
    const warmUp = Math.min(warmUpSeconds, totalSeconds / 3) / forSeconds
    const warm = readings.slice(Math.floor(warmUp))
    const [first, last] = [warm[0], warm.at(-1)]
    if (!first || !last) throw new Error('nothing was read')
    const slope = slopeOf(warm.map(({ heapMib, hours }) => [hours, heapMib] as const))
    // The minimum of ten readings: a request in progress holds a socket, a leak raises all readings.
    const least = (some: Reading[]) => Math.min(...some.map(({ handles }) => handles))
    const [few, many] = [least(warm.slice(0, 10)), least(warm.slice(-10))]
    const more = many - few
    const mostConnections = Math.max(...readings.map(({ connections }) => connections))
    const refused = tallies.reduce((sum, tally) => sum + tally.refused, 0)
    return {
      figures: `${totalSeconds.toFixed(0)} s, ${refused} refused, p99 ${percentile(tallies.at(-1)?.goodMs ?? [], 0.99).toFixed(0)} ms; after the first ${(warmUp * forSeconds).toFixed(0)} s heap ${first.heapMib.toFixed(1)} to ${last.heapMib.toFixed(1)} MiB (${slope.toFixed(2)} MiB an hour), handles without the pool's ${few} to ${many}, pool ${mostConnections} of ${last.connectionsLimit}, files ${first.files} to ${last.files}`,
      problems: [
        ...wrongAnswers(...tallies),
        ...(mostConnections > last.connectionsLimit
          ? [`the pool had ${mostConnections} connections of ${last.connectionsLimit}`]
          : []),
      ],
      // A run of minutes proves nothing about hours.
      slow: scene.isFull
        ? [
            refused > 0 && `${refused} requests were refused`,
            slope > goals.heapMibPerHour &&
              `the heap grew by ${slope.toFixed(1)} MiB an hour, at most ${goals.heapMibPerHour}`,
            more > goals.moreHandles &&
              `${more} handles more than at the beginning: ${difference(first, last)}`,
          ].filter((each) => each !== false)
        : [],
    }
  },
}

interface Reading {
  hours: number
  heapMib: number
  resources: Record<string, number>
  /** Sockets, servers and timers, without those of the pool's connections. */
  handles: number
  /** Open files and sockets of the process, as the kernel counts them, without the pool's. */
  files: number
  connections: number
  connectionsLimit: number
}

// For the server to notice closed connections of the sender.
const settleMs = 250

async function read(server: ServerProcess, metricsPort: string): Promise<Reading> {
  await wait(settleMs)
  const { heapMib, resources } = JSON.parse(await server.ask('held')) as Held
  const files = readdirSync(`/proc/${server.pid}/fd`).length
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers: { Connection: 'close' } })
  const text = await answer.text()
  const of = (name: string) => {
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
    if (!line) throw new Error(`the metrics do not have ${name}`)
    return Number(line.slice(name.length + 1))
  }
  const connections = of('carefold_database_connections{state="open"}')
  return {
    hours: performance.now() / 3_600_000,
    heapMib,
    resources,
    // Each has a socket and, while idle, a timer.
    handles: Object.values(resources).reduce((sum, count) => sum + count, 0) - 2 * connections,
    files: files - connections,
    connections,
    connectionsLimit: of('carefold_database_connections_limit'),
  }
}

function difference(first: Reading, last: Reading): string {
  return Object.entries(last.resources)
    .map(([kind, count]) => [kind, count - (first.resources[kind] ?? 0)] as const)
    .filter(([, more]) => more !== 0)
    .map(([kind, more]) => `${kind} ${more > 0 ? '+' : ''}${more}`)
    .join(', ')
}
