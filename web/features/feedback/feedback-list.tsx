import { useInfiniteQuery } from '@tanstack/react-query'
import { Check, MessageSquareHeart, MessagesSquare, Phone, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import type { FeedbackView } from '#domain/feedback/feedback.ts'
import { messagesPath, personPath } from '#domain/paths.ts'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { formatDate } from '#domain/values/dates.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import { DateText, TimeText } from '#web/components/date-text.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoreButton } from '#web/components/more-button.tsx'
import { AvatarsOf, PersonAvatar } from '#web/components/people/person-avatar.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { type Feedback, feedbackQuery } from './queries.ts'
import { Stars } from './rating-field.tsx'
import { useAnswerFeedback } from './use-answer-feedback.ts'

const texts = feedbackTexts.list

export function FeedbackList({ clinic, view }: { clinic: Clinic; view: FeedbackView }) {
  const list = useInfiniteQuery(feedbackQuery(clinic.subdomain, view))
  const answer = useAnswerFeedback(clinic.subdomain)
  if (list.isPending) {
    return (
      <Loading label={texts.loading}>
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="mt-4 h-40 rounded-card" />
      </Loading>
    )
  }
  if (!list.data) return <ErrorState title={texts.failed} onRetry={() => void list.refetch()} />
  const all = list.data.pages.flat()
  if (all.length === 0) return <EmptyState icon={MessageSquareHeart} title={texts.empty[view]} />
  return (
    <AvatarsOf userIds={all.map(({ userId }) => userId)}>
      <ul className="space-y-4">
        {all.map((feedback) => (
          <li key={feedback.id}>
            <FeedbackCard
              feedback={feedback}
              clinic={clinic}
              isBusy={answer.isPending && answer.variables.feedbackId === feedback.id}
              onAnswer={(isAnswered) =>
                answer.isPending || answer.mutate({ feedbackId: feedback.id, isAnswered })
              }
            />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex justify-center empty:hidden">
        <MoreButton list={list}>{texts.more}</MoreButton>
      </div>
    </AvatarsOf>
  )
}

function FeedbackCard({
  feedback: { patientId, userId, name, rating, body, callPhone, givenAt, answeredAt, answeredBy },
  clinic,
  isBusy,
  onAnswer,
}: {
  feedback: Feedback
  clinic: Clinic
  isBusy: boolean
  onAnswer(isAnswered: boolean): void
}) {
  const may = useCan()
  const date = formatDate(givenAt, clinic.time_zone)
  const phone = callPhone && formatPhone(callPhone, phoneCountry(clinic.currency))
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PersonAvatar userId={userId} name={name} />
        <div className="min-w-0">
          <Link to={withClinic(personPath(patientId))} className="link font-semibold break-words">
            {name}
          </Link>
          <p className="text-note text-muted">
            <TimeText value={givenAt} timeZone={clinic.time_zone} />
          </p>
        </div>
        <span className="ml-auto">
          <Stars rating={rating} />
        </span>
      </div>
      <p className="mt-3 break-words whitespace-pre-wrap [overflow-wrap:anywhere]">{body}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {callPhone ? (
          <a href={`tel:${callPhone}`} className="link inline-flex min-h-11 items-center gap-2 text-form">
            <Phone aria-hidden className="size-4.5" />
            {texts.call(phone ?? callPhone)}
          </a>
        ) : (
          <span className="text-form text-muted">{texts.noCall}</span>
        )}
        <span className="ml-auto flex flex-wrap gap-3">
          {may('messages:write') && (
            <Button asChild variant="outline" size="small">
              <Link to={withClinic(messagesPath(patientId))}>
                <MessagesSquare aria-hidden />
                {texts.message(name)}
              </Link>
            </Button>
          )}
          {may('feedback:write') && (
            <Button
              variant={answeredAt ? 'quiet' : 'primary'}
              size="small"
              disabled={isBusy}
              aria-label={answeredAt ? texts.reopenOf(name, date) : texts.markAnsweredOf(name, date)}
              onClick={() => onAnswer(!answeredAt)}
            >
              {isBusy ? <Spinner /> : answeredAt ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
              {answeredAt ? texts.reopen : texts.markAnswered}
            </Button>
          )}
        </span>
      </div>
      {answeredAt && (
        <p className="mt-3 text-note text-muted">
          {texts.answeredBy(answeredBy ?? texts.formerColleague)}{' '}
          <DateText value={answeredAt} timeZone={clinic.time_zone} />
        </p>
      )}
    </Card>
  )
}
