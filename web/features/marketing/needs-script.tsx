import { marketingTexts } from '#domain/texts/marketing.ts'

export function NeedsScript() {
  return (
    <noscript>
      <p className="mt-3 max-w-140 text-form font-semibold text-danger">{marketingTexts.needsScript}</p>
    </noscript>
  )
}
