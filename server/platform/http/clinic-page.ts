import { type Config, clinicOrigin } from '../config/config.ts'
import type { Caller } from '../database/transactions.ts'

/**
 * The address of a page of a clinic's hub, to send a browser back to: on the clinic's own host, except for a caller on
 * plain localhost, whose session lives on that host alone and who names the clinic by `c`.
 *
 * @param clinic its subdomain
 * @param query without `?`; may hold a payment page's own placeholders, so it is not encoded
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
