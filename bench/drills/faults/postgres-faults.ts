import { setTimeout as wait } from 'node:timers/promises'
import type { Drill } from '../drill.ts'
import { lostWrites } from '../invariants.ts'
import { openScene, untilReady } from '../scene.ts'
import { startWriters } from '../writers.ts'
import { internalErrors, seconds } from './process-faults.ts'

export const postgresRestart: Drill = {
  name: 'F2',
  isShort: true,
  about: 'restart of Postgres, fast and immediate, under write load',
  async run(scene) {
    const server = await scene.start()
    const writers = startWriters(() => server.port, 8, await scene.teamAt(server.port))
    const recovered: number[] = []
    for (let round = 0; round < (scene.isFull ? 6 : 2); round++) {
      await wait(1_500)
      await scene.postgres.end(round % 2 ? 'fast' : 'immediate')
      await wait(500)
      await scene.postgres.start()
      recovered.push(await untilReady(server.port))
    }
    await wait(500)
    const tally = await writers.stop()
    await server.stop()
    const slowest = Math.max(...recovered)
    return {
      figures: `${tally.acknowledged.length} acknowledged writes, answers ${JSON.stringify(tally.statuses)}, able ${seconds(slowest)} after Postgres`,
      problems: [
        ...(await lostWrites(scene, tally)),
        ...internalErrors(tally.statuses),
        ...(tally.statuses.lost ? [`${tally.statuses.lost} requests got no answer`] : []),
      ],
      ...(slowest > 1_000 && { slow: [`able ${seconds(slowest)} after Postgres, goal 1 s`] }),
    }
  },
}

export const postgresHangs: Drill = {
  name: 'F3',
  isShort: true,
  about: 'Postgres hangs (SIGSTOP)',
  async run(scene) {
    const server = await scene.start()
    const writers = startWriters(() => server.port)
    await wait(1_000)
    await scene.postgres.freeze()
    const problems: string[] = []
    try {
      await wait(500)
      const ask = async (path: string) => {
        const since = performance.now()
        const status = await fetch(`http://127.0.0.1:${server.port}${path}`, {
          signal: AbortSignal.timeout(12_000),
        }).then(
          async (answer) => {
            await answer.arrayBuffer()
            return answer.status
          },
          () => 0,
        )
        return { path, status, ms: performance.now() - since }
      }
      const [health, ready, ...reads] = await Promise.all(
        [
          '/health',
          '/ready',
          '/rest/v1/clinics?select=id&subdomain=eq.bench-1',
          '/rest/v1/plans?select=id',
        ].map(ask),
      )
      if (health?.status !== 200) problems.push(`/health answered ${health?.status}`)
      if (ready?.status !== 503) problems.push(`/ready answered ${ready?.status}`)
      for (const { path, status, ms } of reads) {
        if (status !== 503 && status !== 504) problems.push(`${path} answered ${status || 'nothing'}`)
        if (ms > 5_000) problems.push(`${path} took ${seconds(ms)}, at most 5 s`)
      }
    } finally {
      scene.postgres.thaw()
    }
    const recovered = await untilReady(server.port)
    const tally = await writers.stop()
    await server.stop()
    if (tally.slowestMs > 5_500) problems.push(`a write took ${seconds(tally.slowestMs)}, at most 5 s`)
    problems.push(...internalErrors(tally.statuses), ...(await lostWrites(scene, tally)))
    return {
      figures: `answers ${JSON.stringify(tally.statuses)}, slowest ${seconds(tally.slowestMs)}, able ${seconds(recovered)} after`,
      problems,
    }
  },
}

/** Ten connections in total, of which three are the superuser's. */
export const fewConnections: Drill = {
  name: 'F4',
  isShort: false,
  about: 'connections exhausted (max_connections 10)',
  async run({ isFull }) {
    const scene = await openScene(isFull, { max_connections: '10', superuser_reserved_connections: '3' })
    try {
      const [one, other] = await Promise.all([scene.start(), scene.start()])
      let turn = 0
      const writers = startWriters(() => (turn++ % 2 ? one.port : other.port), 24)
      await wait(isFull ? 30_000 : 4_000)
      const tally = await writers.stop()
      await Promise.all([one.stop(), other.stop()])
      return {
        figures: `two servers, answers ${JSON.stringify(tally.statuses)}, slowest ${seconds(tally.slowestMs)}`,
        problems: [
          ...(await lostWrites(scene, tally)),
          ...internalErrors(tally.statuses),
          ...(tally.acknowledged.length === 0 ? ['nothing was written'] : []),
          ...(tally.statuses.lost ? [`${tally.statuses.lost} requests got no answer`] : []),
        ],
      }
    } finally {
      await scene.stop()
    }
  },
}
