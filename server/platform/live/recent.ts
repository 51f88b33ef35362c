import { randomUUID } from 'node:crypto'

/** Lets a page that reads first and listens later reread only what changed in between. */
export interface Recent {
  begin(): void
  /** @param key of the person in the clinic */
  add(key: string, topic: string): void
  /** Valid in this process only. Null before `begin`. */
  mark(): string | null
  /** Each topic once; null if some may be missing. */
  since(mark: string | null, key: string): string[] | null
}

/** @param most announcements stored, of all keys */
export function createRecent(most = 2_000, now: () => number = () => performance.now()): Recent {
  const process = randomUUID()
  let kept: { at: number; key: string; topic: string }[] = []
  let completeAfter = Number.POSITIVE_INFINITY

  return {
    begin() {
      kept = []
      completeAfter = now()
    },
    add(key, topic) {
      if (kept.length >= most) {
        const dropped = kept.splice(0, Math.ceil(most / 2))
        completeAfter = dropped.at(-1)?.at ?? completeAfter
      }
      kept.push({ at: now(), key, topic })
    },
    mark: () => (completeAfter === Number.POSITIVE_INFINITY ? null : `${process} ${now()}`),
    since(mark, key) {
      const [of, from] = mark?.split(' ') ?? []
      const at = Number(from)
      if (of !== process || !(at > completeAfter)) return null
      // includes the same moment: it may have come after the mark
      return [...new Set(kept.flatMap((one) => (one.key === key && one.at >= at ? one.topic : [])))]
    },
  }
}
