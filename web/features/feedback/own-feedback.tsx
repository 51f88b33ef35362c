import { useQuery } from '@tanstack/react-query'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownFeedbackQuery } from './queries.ts'
import { Stars } from './rating-field.tsx'

const texts = feedbackTexts.own

export function OwnFeedback({ clinic }: { clinic: Clinic }) {
  const feedback = useQuery(ownFeedbackQuery(clinic))
  if (feedback.isPending) {
    return (
      <Loading>
        <Skeleton className="h-24 rounded-card" />
      </Loading>
    )
  }
  if (!feedback.data) return <ErrorState title={texts.failed} onRetry={() => void feedback.refetch()} />
  if (feedback.data.length === 0) return null
  return (
    <section aria-labelledby="own-feedback">
      <h2 id="own-feedback" className="font-display text-h3 font-medium">
        {texts.title}
      </h2>
      <ul className="mt-4 space-y-4">
        {feedback.data.map(({ id, rating, body, given_at, answered_at }) => (
          <li key={id}>
            <Card>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-muted">
                <Stars rating={rating} />
                <DateText value={given_at} />
                <Badge tone={answered_at ? 'success' : 'neutral'}>
                  {answered_at ? texts.answered : texts.open}
                </Badge>
              </p>
              <p className="mt-2 break-words whitespace-pre-wrap [overflow-wrap:anywhere]">{body}</p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
