/** Drawn signatures: lines of points `[x, y, x, y, …]` in whole units of a box, from its top left. */

export const signatureBox = { width: 600, height: 200 }
export const mostStrokes = 100
/** In all lines of a signature. */
export const mostPoints = 2000
/** Points that are closer to the line between their neighbors are left out. */
const tolerance = 1

/** The line with fewer points (Ramer, Douglas, Peucker); a dot stays a dot. */
export function simplified(points: readonly number[]): number[] {
  const last = points.length / 2 - 1
  if (last < 2) return [...points]
  const kept = new Set([0, last])
  const open: [number, number][] = [[0, last]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [start, end] = part
    const [farthest, distance] = farthestOf(points, start, end)
    if (distance <= tolerance) continue
    kept.add(farthest)
    open.push([start, farthest], [farthest, end])
  }
  return [...kept].sort((one, other) => one - other).flatMap((at) => pointAt(points, at))
}

/** The lines as the data of an SVG path. */
export function pathOf(strokes: readonly (readonly number[])[]): string {
  return strokes
    .map((points) => `M${points.length === 2 ? lineOf([...points, ...points]) : lineOf(points)}`)
    .join('')
}

function lineOf(points: readonly number[]): string {
  return Array.from({ length: points.length / 2 }, (_, at) => pointAt(points, at).join(' ')).join('L')
}

function pointAt(points: readonly number[], at: number): [number, number] {
  return [points[2 * at] ?? 0, points[2 * at + 1] ?? 0]
}

function farthestOf(points: readonly number[], start: number, end: number): [at: number, distance: number] {
  const [x, y] = pointAt(points, start)
  const [endX, endY] = pointAt(points, end)
  const length = Math.hypot(endX - x, endY - y)
  let found: [number, number] = [start, 0]
  for (let at = start + 1; at < end; at += 1) {
    const [px, py] = pointAt(points, at)
    const distance = length
      ? Math.abs((endX - x) * (y - py) - (x - px) * (endY - y)) / length
      : Math.hypot(px - x, py - y)
    if (distance > found[1]) found = [at, distance]
  }
  return found
}
