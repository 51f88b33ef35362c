import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from '../machine/server-process.ts'
import type { Drill } from './drill.ts'
import { lostWrites } from './invariants.ts'
import { openScene, untilReady } from './scene.ts'
import { startWriters } from './writers.ts'

/** The server is killed under load; a supervisor starts it again. */
export const killedServer: Drill = {
  name: 'F1',
  isShort: true,
  about: 'kill -9 of the server under write load',
  async run(scene) {
    const kills = scene.isFull ? 20 : 3
    let server: ServerProcess = await scene.start()
    const writers = startWriters(() => server.port)
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

/** SIGTERM under load: what is under way is answered. */
export const gracefulStop: Drill = {
  name: 'F15',
  isShort: true,
  about: 'SIGTERM under load',
  async run(scene) {
    const rounds = scene.isFull ? 10 : 2
    const problems: string[] = []
    let slowest = 0
    let answered = 0
    for (let round = 0; round < rounds; round++) {
      const server = await scene.start()
      const writers = startWriters(() => server.port)
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

/** How soon a server is able: in full, with 100,000 clinics, each with its team, 20 patients and 40 appointments. */
export const idleStart: Drill = {
  name: 'L3',
  isShort: false,
  about: 'idle start',
  async run(shared) {
    const planting = performance.now()
    const scene = shared.isFull ? await openScene(true, planted, manyClinics) : shared
    const plantedMs = performance.now() - planting
    try {
      const times: number[] = []
      for (let round = 0; round < 3; round++) {
        const since = performance.now()
        const server = await scene.start()
        await untilReady(server.port)
        times.push(performance.now() - since)
        await server.stop()
      }
      const slowest = Math.max(...times)
      const [size] = await scene.query<{ clinics: number; mib: number }>(
        `select (select count(*)::int from public.clinics) as clinics,
                (pg_database_size(current_database()) / 1048576)::int as mib`,
      )
      return {
        figures: `${size?.clinics} clinics (${size?.mib} MiB${shared.isFull ? `, planted in ${seconds(plantedMs)}` : ''}), ready after ${times.map(seconds).join(', ')}`,
        problems: [],
        ...(slowest > 3_000 && { slow: [`ready after ${seconds(slowest)}, goal 3 s`] }),
      }
    } finally {
      if (scene !== shared) await scene.stop()
    }
  },
}

/** For filling a database quickly; nothing here is about losing it. */
const planted = { fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB', shared_buffers: '1GB' }

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/** An outage is answered 503 or 504; a 500 says that the server did not expect it. */
export function internalErrors(statuses: Record<string, number>): string[] {
  return Object.entries(statuses)
    .filter(([status]) => status.startsWith('5') && status !== '503' && status !== '504' && status !== '507')
    .map(([status, count]) => `${count} answers ${status}`)
}
