/** docs/domain-rules.md rule 43, docs/decisions/0138 */

/** Seconds of the video. */
export type PlayedPart = readonly [from: number, to: number]

/** Per video; beyond that the shortest parts must be played again. */
export const mostParts = 100

/** Seconds of a day: no video is longer. */
export const longestVideo = 86_400

/** Tenths of a second: browsers report no finer, and adjacent parts must be equal at their ends. */
const tenths = (seconds: number) => Math.round(Math.min(Math.max(seconds, 0), longestVideo) * 10) / 10

/** Sorted and joined, at most `mostParts`: the shortest are dropped. */
export function joinedParts(parts: readonly PlayedPart[]): PlayedPart[] {
  const joined: [number, number][] = []
  const ordered = parts
    .map(([from, to]): [number, number] => [tenths(from), tenths(to)])
    .filter(([from, to]) => to > from)
    .sort(([one], [other]) => one - other)
  for (const [from, to] of ordered) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  if (joined.length <= mostParts) return joined
  const longest = [...joined].sort(([a, b], [c, d]) => d - c - (b - a)).slice(0, mostParts)
  return longest.sort(([one], [other]) => one - other)
}

/** Seconds played; each part counts once. */
export function playedSeconds(parts: readonly PlayedPart[], duration: number): number {
  return joinedParts(parts).reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, duration) - from), 0)
}
