import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from '../../machine/server-process.ts'
import type { Drill } from '../drill.ts'
import { lostWrites } from '../invariants.ts'
import { clinics, openScene, type Scene, untilReady } from '../scene.ts'
import { startWriters } from '../writers.ts'

export const killedServer: Drill = {
  name: 'F1',
  isShort: true,
  onEmbedded: true,
  about: 'kill -9 of the server under write load',
  async run(scene) {
    const kills = scene.isFull ? 20 : 3
    let server: ServerProcess = await scene.start()
    const writers = startWriters(() => server.port, 8, await scene.teamAt(server.port))
    const back: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      await wait(500 + Math.random() * 1_000)
      process.kill(server.pid, 'SIGKILL')
      const since = performance.now()
      server = await scene.start({ PORT: String(server.port) })
      await untilReady(server.port)
      back.push(performance.now() - since)
    }
    await wait(300)
    const tally = await writers.stop()
    await server.stop()
    const slowest = Math.max(...back)
    return {
      figures: `${kills} kills, ${tally.acknowledged.length} acknowledged writes, back after at most ${seconds(slowest)}`,
      problems: [...(await lostWrites(scene, tally)), ...internalErrors(tally.statuses)],
      ...(slowest > 2_000 && { slow: [`back after ${seconds(slowest)}, goal 2 s`] }),
    }
  },
}

export const gracefulStop: Drill = {
  name: 'F15',
  isShort: true,
  onEmbedded: true,
  about: 'SIGTERM under load',
  async run(scene) {
    const rounds = scene.isFull ? 10 : 2
    const problems: string[] = []
    let slowest = 0
    let answered = 0
    for (let round = 0; round < rounds; round++) {
      const server = await scene.start()
      const writers = startWriters(() => server.port, 8, await scene.teamAt(server.port))
      await wait(1_000)
      const stopAt = performance.now()
      await server.stop()
      slowest = Math.max(slowest, performance.now() - stopAt)
      const tally = await writers.stop()
      answered += tally.acknowledged.length
      const dropped = tally.lostBefore(stopAt)
      if (dropped > 0) problems.push(`${dropped} requests under way were dropped`)
      problems.push(...(await lostWrites(scene, tally)))
    }
    if (slowest > 10_000) problems.push(`it took ${seconds(slowest)} to stop, at most 10 s`)
    return {
      figures: `${rounds} stops, ${answered} answers, stopped after at most ${seconds(slowest)}`,
      problems,
    }
  },
}

const manyClinics = 100_000

/** In full with 100,000 clinics and their teams, each start next to one with 50. */
export const idleStart: Drill = {
  name: 'L3',
  isShort: false,
  about: 'idle start',
  async run(few) {
    const planting = performance.now()
    const many = few.isFull ? await openScene(true, planted, manyClinics, 0) : null
    const plantedMs = performance.now() - planting
    try {
      const small: Start[] = []
      const large: Start[] = []
      // In turn, so that other load of the machine affects both.
      for (let round = 0; round < 3; round++) {
        small.push(await startOnce(few))
        if (many) large.push(await startOnce(many))
      }
      const judged = many ? large : small
      const slowest = Math.max(...judged.map(({ ms }) => ms))
      const size = many
        ? `; ${manyClinics} clinics, planted in ${seconds(plantedMs)}: ${figuresOf(large)}`
        : ''
      return {
        figures: `${clinics} clinics: ${figuresOf(small)}${size}`,
        problems: [],
        ...(slowest > 3_000 && { slow: [`ready after ${seconds(slowest)}, goal 3 s`] }),
      }
    } finally {
      await many?.stop()
    }
  },
}

interface Start {
  ms: number
  /** Rows read by Postgres, a figure independent of the machine's load. */
  rows: number
}

const figuresOf = (starts: Start[]) =>
  `ready after ${starts.map(({ ms }) => seconds(ms)).join(', ')}, ${Math.min(...starts.map(({ rows }) => rows))} rows read`

async function startOnce(scene: Scene): Promise<Start> {
  const rowsRead = async () => {
    const [read] = await scene.query<{ rows: number }>(
      `select pg_stat_clear_snapshot(), sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_all_tables`,
    )
    return read?.rows ?? 0
  }
  const before = await rowsRead()
  const since = performance.now()
  const server = await scene.start()
  await untilReady(server.port)
  const ms = performance.now() - since
  await server.stop()
  return { ms, rows: (await rowsRead()) - before }
}

/** Durability does not matter here. */
const planted = { fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB', shared_buffers: '1GB' }

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** An outage is answered with 503 or 504; a 500 is an unexpected error. */
export function internalErrors(statuses: Record<string, number>): string[] {
  return Object.entries(statuses)
    .filter(([status]) => status.startsWith('5') && status !== '503' && status !== '504' && status !== '507')
    .map(([status, count]) => `${count} answers ${status}`)
}
