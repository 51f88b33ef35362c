import { subscriptionTexts } from '#domain/texts/subscriptions.ts'

export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  return subscriptionTexts.page.methods.card(cardBrandName(brand), last4)
}

/** `visa` → "Visa"; an unknown brand is only capitalized. */
export function cardBrandName(brand: string): string {
  const known = subscriptionTexts.page.cardBrands[brand]
  return known ?? brand.charAt(0).toUpperCase() + brand.slice(1)
}
