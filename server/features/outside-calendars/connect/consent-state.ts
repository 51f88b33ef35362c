import type { CalendarService } from '#domain/outside-calendars/outside-calendars.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'

/** Sealed into the `state` that a service returns. The row `id` of `outside_calendar_requests` has the rest. */
export interface ConsentState {
  id: string
  subdomain: string
  service: CalendarService
}

/** Time limit for a service's consent page. */
export const consentMs = 600_000
const owner = 'outside-calendar-state'

export function sealState(secrets: SecretBox, state: ConsentState): string {
  return secrets.seal(JSON.stringify(state), owner).toString('base64url')
}

/** @returns null if this installation did not seal it */
export function openState(secrets: SecretBox, sealed: string): ConsentState | null {
  try {
    return JSON.parse(secrets.open(Buffer.from(sealed, 'base64url'), owner)) as ConsentState
  } catch {
    // changed, truncated, or sealed with a key that is gone
    return null
  }
}
