/** Limits shown on a clinic's dashboard (docs/specification.md B9). Storage: `storage-use`. */
export const usageLimits = { patients: 250, staff: 15 } as const

/** Whole percent, at most 100. */
export function usedPercent(used: number, limit: number): number {
  return Math.min(100, Math.round((used / limit) * 100))
}
