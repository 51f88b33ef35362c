/** What a clinic may use, as its dashboard shows it (docs/specification.md B9). Storage: `storage-use`. */
export const usageLimits = { patients: 250, staff: 15 } as const

/** A part of a limit in whole percent, at most 100: a bar cannot be longer than its track. */
export function usedPercent(used: number, limit: number): number {
  return Math.min(100, Math.round((used / limit) * 100))
}
