import { portalTexts } from '#domain/texts/portal.ts'

/** `visa` → "Visa"; an unknown brand keeps its own name, with a capital. */
export function cardBrandName(brand: string): string {
  const known = portalTexts.pay.cardBrands[brand]
  return known ?? brand.charAt(0).toUpperCase() + brand.slice(1)
}
