import type { Transactions } from './platform/database/transactions.ts'

/** Which node has a clinic, from the first node's table (docs/decisions/0212). */
export interface NodeDirectory {
  /**
   * Null: the first node, also for an unknown address.
   * @throws if the first node does not answer and this process has not asked within an hour
   */
  nodeOf(subdomain: string): Promise<string | null>
  /** As last read, without asking. */
  known(subdomain: string): string | null
  /** Asks again with the next request: the node has no such clinic, or has not let the caller in. */
  doubt(subdomain: string): void
}

const freshMs = 60_000
/** Used if the first node does not answer. */
const usableMs = 3_600_000
/** A caller without rights must not cause a read with each request. */
const certainMs = 1_000
const mostKnown = 10_000

export function createNodeDirectory(
  first: Pick<Transactions, 'withSystemStatement'>,
  now: () => number = () => performance.now(),
): NodeDirectory {
  const entries = new Map<string, { node: string | null; readAt: number; isDoubtful: boolean }>()
  const running = new Map<string, Promise<string | null>>()

  async function read(subdomain: string): Promise<string | null> {
    const sql = 'select node from app.clinic_nodes where subdomain = $1'
    const [row] = await first.withSystemStatement('node of a clinic', { sql, params: [subdomain] })
    const node = row ? String(row.node) : null
    entries.delete(subdomain)
    if (entries.size >= mostKnown) entries.delete(entries.keys().next().value ?? '')
    entries.set(subdomain, { node, readAt: now(), isDoubtful: false })
    return node
  }

  return {
    async nodeOf(subdomain) {
      const entry = entries.get(subdomain)
      const age = entry ? now() - entry.readAt : Number.POSITIVE_INFINITY
      if (entry && !entry.isDoubtful && age < freshMs) return entry.node
      const reading = running.get(subdomain) ?? read(subdomain).finally(() => running.delete(subdomain))
      running.set(subdomain, reading)
      return reading.catch((error: unknown) => {
        if (entry && age < usableMs) return entry.node
        throw error
      })
    },
    known: (subdomain) => entries.get(subdomain)?.node ?? null,
    doubt(subdomain) {
      const entry = entries.get(subdomain)
      if (entry && now() - entry.readAt >= certainMs) entry.isDoubtful = true
    },
  }
}
