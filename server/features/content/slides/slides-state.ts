import type { GoogleSlides } from '#server/platform/google-slides/connection.ts'

/** An import in progress, sealed into the `state` that Google returns. */
export interface SlidesState {
  clinicId: string
  subdomain: string
  userId: string
  itemId: string
  presentationId: string
  /** For the exchange of the code (PKCE). */
  verifier: string
  expiresAt: number
}

/** Time limit for Google's consent page. */
export const slidesStateMs = 600_000
const owner = 'google-slides-state'

export function sealState({ secrets }: Pick<GoogleSlides, 'secrets'>, state: SlidesState): string {
  return secrets.seal(JSON.stringify(state), owner).toString('base64url')
}

/**
 * @param now the machine's time, in milliseconds
 * @returns null if this server did not seal it or it has expired
 */
export function openState(
  { secrets }: Pick<GoogleSlides, 'secrets'>,
  sealed: string,
  now: number,
): SlidesState | null {
  try {
    const state = JSON.parse(secrets.open(Buffer.from(sealed, 'base64url'), owner)) as SlidesState
    return state.expiresAt > now ? state : null
  } catch {
    // changed, truncated, or sealed with a key that is gone
    return null
  }
}
