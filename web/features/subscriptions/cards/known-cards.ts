import { tabStore } from '#web/lib/page/stores.ts'

const storageKey = 'carefold-known-cards'

/** Stores which cards were listed when this tab left for the page that saves another one. */
export function rememberKnownCards(cards: readonly { id: string }[] | undefined): void {
  if (cards) tabStore.setItem(storageKey, cards.map(({ id }) => id).join(','))
  else tabStore.removeItem(storageKey)
}

/** True if a card is listed that was not listed then. */
export function isNewCardListed(cards: readonly { id: string }[]): boolean {
  const known = tabStore.getItem(storageKey)
  return known !== null && cards.some(({ id }) => !known.split(',').includes(id))
}
