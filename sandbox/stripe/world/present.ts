import type { Records } from './records.ts'

/**
 * A record as clients see it: without internal fields, with derived ones.
 *
 * @param now Unix seconds
 */
export function present({ now }: { now: number }, record: { id: string }): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) {
    if (!name.startsWith('_')) shown[name] = value
  }
  if (shown.object === 'balance_transaction') {
    const { available_on: availableOn } = record as Records['balance_transaction']
    shown.status = availableOn <= now ? 'available' : 'pending'
  }
  if (shown.object === 'account_link') delete shown.id
  return shown
}
