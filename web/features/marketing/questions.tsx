import { ChevronDown } from 'lucide-react'
import { marketingTexts } from '#domain/texts/marketing.ts'

const { faq } = marketingTexts.landing

/** Questions and answers: at most one is open, initially the first (docs/specification.md B2.2). */
export function Questions() {
  return (
    <div className="divide-y divide-line border-y border-line">
      {faq.map(({ question, answer }, index) => (
        // one name, so that the browser closes the others
        <details key={question} name="questions" open={index === 0} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-lead font-semibold">
            {question}
            <ChevronDown
              aria-hidden
              className="size-5 flex-none text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="max-w-[68ch] pb-5 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  )
}
