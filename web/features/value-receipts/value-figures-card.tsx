import { useQuery } from '@tanstack/react-query'
import { valueReceiptTexts } from '#domain/texts/value-receipts.ts'
import type { ValueFigures } from '#domain/value-receipts/value-receipts.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { valueFiguresQuery } from './queries.ts'

const texts = valueReceiptTexts.figures

export function ValueFiguresCard({ clinic }: { clinic: Clinic }) {
  const figures = useQuery(valueFiguresQuery(clinic.subdomain))
  return (
    <SectionCard title={texts.title}>
      {figures.isPending ? (
        <Loading>
          <Skeleton className="h-16 rounded-control" />
        </Loading>
      ) : figures.data === undefined ? (
        <ErrorState title={texts.failed} onRetry={() => void figures.refetch()} />
      ) : (
        <Shown figures={figures.data} />
      )}
    </SectionCard>
  )
}

function Shown({ figures: { shown, opened } }: { figures: ValueFigures }) {
  return <p className="text-form">{shown === 0 ? texts.none : texts.opened(String(opened), String(shown))}</p>
}
