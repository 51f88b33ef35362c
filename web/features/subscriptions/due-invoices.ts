import { tabStore } from '#web/lib/page/stores.ts'

const storageKey = 'carefold-due-invoices'

/** Invoices that were due when this tab left for a payment page, to announce their payment on return. */
export function dueInvoices(): string[] {
  return tabStore.getItem(storageKey)?.split(',').filter(Boolean) ?? []
}

export function rememberDueInvoices(ids: readonly string[]): void {
  tabStore.setItem(storageKey, ids.join(','))
  if (ids.length > 0) addEventListener('pageshow', reloadKept)
}

/** The Back button may show this page as it was, with the open amount. */
function reloadKept({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload()
}
