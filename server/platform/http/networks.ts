import { isIPv4, isIPv6 } from 'node:net'

/** `203.0` for an IPv4 /16, the first three groups of an IPv6 address (/48). */
export function networkOf(address: string | null): string {
  // Postgres may write an inet with its prefix length
  const bare = address?.split('/')[0] ?? ''
  if (isIPv4(bare)) return bare.split('.').slice(0, 2).join('.')
  return isIPv6(bare) ? firstGroups(bare, 3) : bare
}

/** Addresses that one customer controls: an IPv4 address, or an IPv6 /64. */
export function householdOf(address: string | null): string {
  const bare = address?.split('/')[0] ?? ''
  return isIPv6(bare) ? `${firstGroups(bare, 4)}::/64` : bare
}

/** Requests without an address share one key. */
export function networkKey(address: string | null): string {
  return householdOf(address) || 'unknown'
}

/** @param count groups of 16 bits; written without leading zeros */
function firstGroups(address: string, count: number): string {
  const [head = '', tail = ''] = address.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === '' ? [] : tail.split(':')
  const missing = address.includes('::') ? 8 - start.length - end.length : 0
  const groups = [...start, ...Array<string>(missing).fill('0'), ...end]
  return groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
