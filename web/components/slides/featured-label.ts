import { presentationTexts } from '#domain/texts/presentations.ts'

const texts = presentationTexts.card

/** Label of the button for the featured presentation (docs/specification.md B2.14). */
export function featuredLabel(
  product: string,
  { isLoading, hasFailed }: { isLoading: boolean; hasFailed: boolean },
): string {
  if (isLoading) return texts.loading
  return hasFailed ? texts.retry : texts.show(product)
}
