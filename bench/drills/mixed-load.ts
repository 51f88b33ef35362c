import { setTimeout as wait } from 'node:timers/promises'
import type { BenchPeople } from '../auth/people.ts'
import { type Connection, type LoadRequest, open } from '../machine/http-load.ts'
import { jobs } from '../rows/jobs.ts'
import { pick, problem, wireOf } from '../rows/visit.ts'
import type { TeamKey } from './scene.ts'

export interface MixTally {
  seconds: number
  good: number
  /** Correct refusals: 503 or 429 with a retry time. */
  refused: number
  wrong: Record<string, number>
  /** In ascending order. */
  goodMs: number[]
  refusedMs: number[]
  /** Refusals that were the first answer on their connection. */
  firstRefusedMs: number[]
  /** Maximum delay of the sender, which sends missed requests at once: an additional flood. */
  lateMs: number
}

/** Percentages of the mix (docs/reliability.md L1). */
const shares = {
  'appointments of a day': 45,
  'memberships + clinic': 20,
  'tenant by subdomain': 10,
  user: 10,
  'insert appointment': 8,
  refresh: 5,
  login: 2,
} as const

/** The next request of the mix. @param team, and people, signed in at the server that gets it */
export function mixOf(team: TeamKey[], people: BenchPeople): () => LoadRequest {
  const kinds = Object.entries(shares).flatMap(([kind, share]) => Array<string>(share).fill(kind))
  const byName = new Map(jobs.map((job) => [job.name, job]))
  return () => {
    const due = people.dueRefresh()
    if (due) return due
    const kind = pick(kinds)
    if (kind === 'user') return people.user()
    if (kind === 'login') return people.login()
    // If all sessions are being refreshed, the mix sends another request.
    if (kind === 'refresh') return people.idleSessions() > 0 ? people.refresh() : people.user()
    const job = byName.get(kind)
    if (!job) throw new Error(`the benchmark has no ${kind}`)
    const key = pick(team)
    return {
      wire: wireOf(job, 'carefold', key, key),
      problem: (status, body) => problem(job, status, body, job.rows),
    }
  }
}

// The server closes connections that were idle for five seconds.
const keptMs = 2_000
const tickMs = 5
/** More concurrent requests than a server should get; the rest counts as unsent. */
const mostAtOnce = 2_000

/** Sends at a constant rate, without waiting for answers. */
export async function sendMix(
  port: number,
  next: () => LoadRequest,
  {
    rate,
    seconds,
    host,
    atOnce = mostAtOnce,
  }: { rate: number; seconds: number; host?: string; atOnce?: number },
): Promise<MixTally> {
  const tally: MixTally = {
    seconds,
    good: 0,
    refused: 0,
    wrong: {},
    goodMs: [],
    refusedMs: [],
    firstRefusedMs: [],
    lateMs: 0,
  }
  const idle: { connection: Connection; since: number }[] = []
  const blame = (what: string) => {
    tally.wrong[what] = (tally.wrong[what] ?? 0) + 1
  }
  let underWay = 0
  const one = async () => {
    const request = next()
    const sentAt = performance.now()
    underWay += 1
    try {
      let kept = idle.pop()
      while (kept && performance.now() - kept.since > keptMs) {
        kept.connection.close()
        kept = idle.pop()
      }
      const connection = kept?.connection ?? (await open(port, host))
      const { status, body, head } = await connection.send(request.wire)
      const ms = performance.now() - sentAt
      const found = request.problem(status, body)
      if (found === undefined) {
        tally.good += 1
        tally.goodMs.push(ms)
      } else if ((status === 503 || status === 429) && /\r\nretry-after: *\d/i.test(head)) {
        tally.refused += 1
        tally.refusedMs.push(ms)
        if (!kept) tally.firstRefusedMs.push(ms)
      } else blame(found.slice(0, 120))
      if (/\r\nconnection: *close/i.test(head)) connection.close()
      else idle.push({ connection, since: performance.now() })
    } catch (error) {
      blame((error as Error).message)
    } finally {
      underWay -= 1
    }
  }
  const startedAt = performance.now()
  let sent = 0
  let lastTick = startedAt
  while (performance.now() - startedAt < seconds * 1_000) {
    const now = performance.now()
    tally.lateMs = Math.max(tally.lateMs, now - lastTick - tickMs)
    lastTick = now
    const due = ((now - startedAt) / 1_000) * rate
    for (; sent < due; sent += 1) {
      if (underWay >= atOnce) blame('not sent: too many wait for an answer')
      // Not stored: half a million promises cause a long garbage collection.
      else void one()
    }
    await wait(tickMs)
  }
  const lastAnswerAt = performance.now() + 30_000
  while (underWay > 0 && performance.now() < lastAnswerAt) await wait(tickMs)
  if (underWay > 0) blame(`no answer after 30 s (${underWay})`)
  for (const { connection } of idle) connection.close()
  for (const times of [tally.goodMs, tally.refusedMs, tally.firstRefusedMs])
    times.sort((one, other) => one - other)
  return tally
}

export function wrongAnswers(...tallies: MixTally[]): string[] {
  return tallies.flatMap(({ wrong }) =>
    Object.entries(wrong).map(([what, count]) => `${count} times ${what}`),
  )
}

/** The value at that share of the numbers; 0 without any. @param sorted ascending */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
