import { type Config, clinicOrigin } from '../config/config.ts'
import type { Caller } from '../database/transactions.ts'

/**
 * The address of a hub page that a browser returns to. Stays on plain localhost for callers whose session is there.
 * @param query not encoded, since it may contain placeholders of the payment page
 */
export function clinicPage(
  {
    config,
    caller,
  }: { config: Pick<Config, 'appDomain' | 'mainOrigin' | 'port'>; caller: Pick<Caller, 'isOnLocalhost'> },
  clinic: string,
  path: string,
  query: string,
): string {
  if (caller.isOnLocalhost) return `http://localhost:${config.port}${path}?c=${clinic}&${query}`
  return `${clinicOrigin(config, clinic)}${path}?${query}`
}
