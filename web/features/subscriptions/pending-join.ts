/**
 * The payment this browser came back from and whose plan has not been seen yet, so that every page of the portal can say
 * "confirming" instead of offering a plan again. Kept for the tab; the server answers only the person who paid.
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
