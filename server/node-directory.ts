/** Which node has a clinic, by the clinic's address: the answers of the first node, cached. */
export interface NodeDirectory {
  /**
   * Null: the first node, also for an unknown clinic.
   * @throws if the first node does not answer and this process has not asked within an hour
   */
  nodeOf(clinic: string): Promise<string | null>
  /** As last read, without asking. */
  known(clinic: string): string | null
  /** Asks again with the next request: the node has no such clinic, or has not let the caller in. */
  doubt(clinic: string): void
}

const freshMs = 60_000
/** Used if the first node does not answer. */
const usableMs = 3_600_000
/** A caller without rights must not cause a read with each request. */
const certainMs = 1_000
const mostKnown = 10_000

/** @param ask reads the answer of the first node */
export function createNodeDirectory(
  ask: (clinic: string) => Promise<string | null>,
  now: () => number = () => performance.now(),
): NodeDirectory {
  const entries = new Map<string, { node: string | null; readAt: number; isDoubtful: boolean }>()
  const running = new Map<string, Promise<string | null>>()

  async function read(clinic: string): Promise<string | null> {
    const node = await ask(clinic)
    entries.delete(clinic)
    if (entries.size >= mostKnown) entries.delete(entries.keys().next().value ?? '')
    entries.set(clinic, { node, readAt: now(), isDoubtful: false })
    return node
  }

  return {
    async nodeOf(clinic) {
      const entry = entries.get(clinic)
      const age = entry ? now() - entry.readAt : Number.POSITIVE_INFINITY
      if (entry && !entry.isDoubtful && age < freshMs) return entry.node
      const reading = running.get(clinic) ?? read(clinic).finally(() => running.delete(clinic))
      running.set(clinic, reading)
      return reading.catch((error: unknown) => {
        if (entry && age < usableMs) return entry.node
        throw error
      })
    },
    known: (clinic) => entries.get(clinic)?.node ?? null,
    doubt(clinic) {
      const entry = entries.get(clinic)
      if (entry && now() - entry.readAt >= certainMs) entry.isDoubtful = true
    },
  }
}
