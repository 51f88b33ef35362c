import { setTimeout as wait } from 'node:timers/promises'

/** What became of the writes. */
export interface Tally {
  /** Numbered rows that the server said it has. */
  acknowledged: string[]
  /** Answers by status; `lost`: none came. */
  statuses: Record<string, number>
  /** Requests without an answer that were sent before this moment. */
  lostBefore(time: number): number
  slowestMs: number
}

/** Writes under way. */
export interface Writers {
  /** Answers so far, by status. */
  statuses(): Record<string, number>
  /** Rows that the server said it has, so far. */
  acknowledged(): string[]
  stop(): Promise<Tally>
}

/** Longer than any answer may take (docs/reliability.md F3). */
const patienceMs = 10_000

/**
 * Writes numbered rows without pause: visitors who leave an address, and one who signs up, whose account and mail are
 * written together.
 *
 * @param port asked before each request, since a server that was killed comes back elsewhere
 */
export function startWriters(port: () => number, count = 8): Writers {
  const run = crypto.randomUUID().slice(0, 8)
  const acknowledged: string[] = []
  const statuses: Record<string, number> = {}
  const lostAt: number[] = []
  let slowestMs = 0
  let isOver = false
  const write = async (path: string, body: object): Promise<string> => {
    const since = performance.now()
    const status = await fetch(`http://127.0.0.1:${port()}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.${octet()}.${octet()}.${octet()}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return String(answer.status)
      },
      () => 'lost',
    )
    if (status === 'lost') lostAt.push(since)
    statuses[status] = (statuses[status] ?? 0) + 1
    slowestMs = Math.max(slowestMs, performance.now() - since)
    return status
  }
  const keepWriting = async (writer: number) => {
    for (let number = 1; !isOver; number++) {
      const email = `${run}-${writer}-${number}@drill.test`
      const status =
        writer === 0
          ? await write('/auth/v1/signup', { email, password: 'a long password of a drill' })
          : await write('/rest/v1/leads', { email })
      if (status === '201' || status === '200') acknowledged.push(email)
      else await wait(20)
    }
  }
  const running = Array.from({ length: count }, (_, writer) => keepWriting(writer))
  return {
    statuses: () => ({ ...statuses }),
    acknowledged: () => [...acknowledged],
    async stop() {
      isOver = true
      await Promise.all(running)
      return {
        acknowledged,
        statuses,
        slowestMs,
        lostBefore: (time) => lostAt.filter((at) => at < time).length,
      }
    },
  }
}

const octet = () => Math.floor(Math.random() * 256)
