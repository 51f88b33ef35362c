import { useQuery } from '@tanstack/react-query'
import { Presentation } from 'lucide-react'
import { useId, useState } from 'react'
import { presentationTexts } from '#domain/texts/presentations.ts'
import { featuredLabel } from '#web/components/slides/featured-label.ts'
import { PresentationViewer } from '#web/components/slides/presentation-viewer.tsx'
import { featuredQuery } from '#web/components/slides/slides-queries.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'

const texts = presentationTexts.card

/** '{product} Presentation Viewer': opens the featured presentation (docs/specification.md B2.13, B2.14). */
export function ViewerCard() {
  const id = useId()
  const slug = useClinicSlug()
  const featured = useQuery(featuredQuery(slug))
  const [shown, setShown] = useState<string | null>(null)
  const label = featuredLabel(config.productName, {
    isLoading: featured.isFetching,
    hasFailed: featured.isError,
  })

  async function press(): Promise<void> {
    if (featured.isError) {
      toast.info(texts.retrying, { description: texts.retryingLead })
      const { isError } = await featured.refetch()
      if (isError) toast.error(texts.failed, { description: texts.failedLead })
      return
    }
    const [first] = featured.data ?? []
    if (first) setShown(first.id)
    else toast.info(texts.none, { description: texts.noneLead })
  }

  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 max-sm:p-4">
        <div>
          <h2 id={id} className="font-display text-lead font-medium">
            {texts.title(config.productName)}
          </h2>
          <p className="mt-1 text-form text-muted max-sm:hidden">{texts.lead}</p>
        </div>
        <Button variant="outline" disabled={featured.isFetching} onClick={() => void press()}>
          <Presentation aria-hidden />
          {label}
        </Button>
      </Card>
      {shown && <PresentationViewer presentationId={shown} onClose={() => setShown(null)} />}
    </section>
  )
}
