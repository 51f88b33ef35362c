import { availableParallelism } from 'node:os'
import { signIn } from '../auth/people.ts'
import type { Drill } from './drill.ts'
import { type MixTally, mixOf, percentile, sendMix } from './mixed-load.ts'
import { people } from './scene.ts'

/** Exceeds what one process can answer on any machine. */
const rate = 3_000

export const webProcesses: Drill = {
  name: 'PROCESSES',
  isShort: false,
  about: '1, 2 and 4 web processes',
  async run(scene) {
    const problems: string[] = []
    const found: string[] = []
    for (const count of [1, 2, 4]) {
      const servers = [await scene.start()]
      // The port is part of the issuer of tokens.
      const port = String(servers[0]?.port)
      for (let number = 2; number <= count; number++)
        servers.push(await scene.start({ HOST: `127.0.0.${number}`, PORT: port }))
      const next = mixOf(await scene.teamAt(Number(port)), await signIn(Number(port), people, 64))
      const forSeconds = scene.isFull ? 30 : 4
      const tallies = await Promise.all(
        servers.map((_server, number) =>
          sendMix(Number(port), next, {
            host: `127.0.0.${number + 1}`,
            rate: rate / count,
            seconds: forSeconds,
            atOnce: Math.ceil(64 / count),
          }),
        ),
      )
      const good = tallies.reduce((sum, tally) => sum + tally.good, 0)
      const slowest = Math.max(...tallies.map(({ goodMs }) => percentile(goodMs, 0.99)))
      found.push(`${count}: ${(good / forSeconds).toFixed(0)} a second, p99 ${slowest.toFixed(0)} ms`)
      problems.push(...tallies.flatMap(wrongOf).map((what) => `${count} processes: ${what}`))
      await Promise.all(servers.map((server) => server.stop()))
    }
    return {
      figures: `${found.join('; ')} (${availableParallelism()} cores, Postgres and sender among them)`,
      problems: [...new Set(problems)],
    }
  },
}

/** Unsent requests do not count. */
function wrongOf({ wrong }: MixTally): string[] {
  return Object.entries(wrong)
    .filter(([what]) => !what.startsWith('not sent'))
    .map(([what, count]) => `${count} times ${what}`)
}
