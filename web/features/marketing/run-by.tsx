import { marketingTexts } from '#domain/texts/marketing.ts'
import { config } from '#web/lib/page/config.ts'

/** The operator of this installation; absent without the setting. */
export function RunBy() {
  if (!config.operatorName) return null
  return (
    // server/platform/http/visitor-pages.ts removes it without the setting
    <section data-operator="" className="mt-10">
      <h2 className="font-display text-h3 font-medium">{marketingTexts.runBy}</h2>
      <p className="mt-2 max-w-[68ch]">{config.operatorName}</p>
    </section>
  )
}
