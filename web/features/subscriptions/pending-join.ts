/**
 * The Checkout session this browser returned from, until its plan arrives: portal pages then show "confirming" instead
 * of an offer. Stored per tab; the server answers only the payer.
 */
const storageKey = (clinicSlug: string) => `carefold-pending-join-${clinicSlug}`

export function rememberPendingJoin(clinicSlug: string, sessionId: string): void {
  sessionStorage.setItem(storageKey(clinicSlug), sessionId)
}

export function pendingJoin(clinicSlug: string): string | null {
  return sessionStorage.getItem(storageKey(clinicSlug))
}

export function forgetPendingJoin(clinicSlug: string): void {
  sessionStorage.removeItem(storageKey(clinicSlug))
}
