import { subscriptionTexts } from '#domain/texts/subscriptions.ts'

/** `visa` → "Visa"; an unknown brand keeps its own name, with a capital. */
export function cardBrandName(brand: string): string {
  const known = subscriptionTexts.page.cardBrands[brand]
  return known ?? brand.charAt(0).toUpperCase() + brand.slice(1)
}
