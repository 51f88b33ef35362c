import { tabStore } from '#web/lib/page/stores.ts'

/**
 * The Checkout session this browser returned from, until its plan arrives: portal pages then show "confirming" instead
 * of an offer. Stored per tab; the server answers only the payer.
 */
const storageKey = (clinicSlug: string) => `carefold-pending-join-${clinicSlug}`

export function rememberPendingJoin(clinicSlug: string, sessionId: string): void {
  tabStore.setItem(storageKey(clinicSlug), sessionId)
}

export function pendingJoin(clinicSlug: string): string | null {
  return tabStore.getItem(storageKey(clinicSlug))
}

export function forgetPendingJoin(clinicSlug: string): void {
  tabStore.removeItem(storageKey(clinicSlug))
}
