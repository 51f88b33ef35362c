import { type Config, clinicOrigin } from '../config/config.ts'
import type { Caller } from '../database/transactions.ts'

/**
 * The address of a hub page that a browser returns to. For callers on plain localhost, the only host with their session, it
 * stays there and names the clinic with `c`.
 * @param clinic its subdomain
 * @param query without `?`; not encoded, since it may contain placeholders of the payment page
 */
export function clinicPage(
  { config, caller }: { config: Pick<Config, 'mainOrigin' | 'port'>; caller: Pick<Caller, 'isOnLocalhost'> },
  clinic: string,
  path: string,
  query: string,
): string {
  if (caller.isOnLocalhost) return `http://localhost:${config.port}${path}?c=${clinic}&${query}`
  return `${clinicOrigin(config, clinic)}${path}?${query}`
}
