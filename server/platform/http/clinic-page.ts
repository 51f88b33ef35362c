import { type Config, clinicOrigin } from '../config/config.ts'
import type { Caller } from '../database/transactions.ts'

/**
 * The address of a page of a clinic's hub that a browser returns to: on the clinic's own host, except for a caller on
 * plain localhost, whose session exists on that host only and who names the clinic with `c`.
 *
 * @param clinic its subdomain
 * @param query without `?`; may contain placeholders of the payment page, so it is not encoded
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
