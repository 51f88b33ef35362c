/** Ratios of one pair over rounds, each within a round so that both sides had the same machine load. */
export interface RatioSummary {
  median: number
  min: number
  max: number
  /** The rounds differ too much to be reliable (docs/performance.md 5). */
  noisy: boolean
}

const noisyFrom = 1.6

export function summary(ratios: number[]): RatioSummary {
  const min = Math.min(...ratios)
  const max = Math.max(...ratios)
  return { median: median(ratios), min, max, noisy: max / min > noisyFrom }
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
