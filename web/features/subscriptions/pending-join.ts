/**
 * The Checkout session this browser came back from while its plan has not arrived, so that all portal pages show
 * "confirming" instead of offering a plan again. Kept per tab; the server answers only the person who paid.
 */
const storageKey = (clinicSlug: string) => `carefold-pending-join-${clinicSlug}`

export function rememberPendingJoin(clinicSlug: string, sessionId: string): void {
  sessionStorage.setItem(storageKey(clinicSlug), sessionId)
}

/** Id of the Checkout page, or null. */
export function pendingJoin(clinicSlug: string): string | null {
  return sessionStorage.getItem(storageKey(clinicSlug))
}

export function forgetPendingJoin(clinicSlug: string): void {
  sessionStorage.removeItem(storageKey(clinicSlug))
}
