import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { visitAnswerTexts as texts } from '#domain/texts/visit-answers.ts'
import { visitFeeTexts } from '#domain/texts/visit-fees.ts'
import { formatMoney } from '#domain/values/money.ts'
import type { LinkedVisit } from '#domain/visit-answers/visit-answers.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { errorSentence, refusalCode } from '#web/lib/fetch/refusals.ts'

const { comes, cannot, failed, move } = texts

/**
 * Behind the link in a reminder, without signing in. Opening it changes nothing, because mail scanners open every link;
 * it shows a time and a clinic, no health data (docs/threats.md T105).
 */
export default function Answer() {
  const token = useLocation().hash.slice(1)
  const isWhole = /^[\w-]{22}$/.test(token)
  const linked = useQuery({
    queryKey: clinicKey(null, 'linked-visit', token),
    enabled: isWhole,
    refetchOnWindowFocus: true,
    retry: (count, error) => refusalCode(error) === null && count < 1,
    queryFn: () => callFunction('visit-of-link', { token }),
  })
  if (!isWhole || refusalCode(linked.error) === 'not_found')
    return <AccessCard title={texts.goneTitle} lead={texts.gone} />
  if (linked.isPending)
    return (
      <AccessCard title={texts.title}>
        <Loading label={texts.loading}>
          <Skeleton className="h-28 rounded-control" />
        </Loading>
      </AccessCard>
    )
  if (!linked.data)
    return (
      <AccessCard title={texts.loadFailed} lead={errorSentence(linked.error, '')}>
        <Button size="large" className="w-full" onClick={() => void linked.refetch()}>
          {texts.retry}
        </Button>
      </AccessCard>
    )
  // another link starts from its own question
  return <AnswerCard key={token} token={token} visit={linked.data} />
}

function AnswerCard({ token, visit }: { token: string; visit: LinkedVisit }) {
  const queryClient = useQueryClient()
  const [isCanceling, setCanceling] = useState(false)
  const [refusedAsLate, setRefusedAsLate] = useState(false)
  const { clinic, when, state, portal, fee, cancelWindowHours: hours } = visit
  const patient = visit.isForWard ? texts.ward : texts.you
  const acceptsLate = visit.isLate || refusedAsLate
  const answer = useMutation({
    mutationFn: (what: 'comes' | 'cancels') =>
      callFunction('answer-visit', { token, answer: what, acceptsLate: what === 'cancels' && acceptsLate }),
    onSuccess: () => setCanceling(false),
    onError: (error) => {
      if (refusalCode(error) === 'change_is_late') setRefusedAsLate(true)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(null, 'linked-visit', token) }),
  })
  const { isPending, error } = answer
  const failure = error && refusalCode(error) !== 'change_is_late' && (
    <Notice tone="danger">{errorSentence(error, failed)}</Notice>
  )
  const press = (what: 'comes' | 'cancels') => () => isPending || answer.mutate(what)

  if (state === 'canceled')
    return (
      <AccessCard
        title={texts.canceledTitle}
        lead={<p role="status">{texts.canceled(clinic.name, patient, when)}</p>}
        footer={<AnotherTime clinic={clinic} portal={portal} label={move} />}
      />
    )
  if (isCanceling)
    return (
      <AccessCard title={texts.cancelTitle} lead={texts.lead(clinic.name, patient, when)}>
        <Choices>
          <Notice tone={acceptsLate ? 'warning' : 'info'}>
            {acceptsLate ? texts.late(hours) : texts.policy(hours)}
            {fee && ` ${visitFeeTexts.mayCharge(formatMoney(fee.cents, fee.currency))}`}
          </Notice>
          {failure}
          <SubmitButton
            type="button"
            size="large"
            variant="danger"
            isBusy={isPending}
            busyText={texts.busy}
            onClick={press('cancels')}
          >
            {texts.cancel}
          </SubmitButton>
          <AnotherTime clinic={clinic} portal={portal} label={move} isButton />
          <Button variant="quiet" disabled={isPending} onClick={() => setCanceling(false)}>
            {texts.back}
          </Button>
        </Choices>
      </AccessCard>
    )
  const isConfirmed = state === 'confirmed'
  return (
    <AccessCard
      title={isConfirmed ? texts.confirmedTitle : texts.title}
      lead={
        isConfirmed ? (
          <p role="status">{texts.confirmed(clinic.name, patient, when)}</p>
        ) : (
          texts.lead(clinic.name, patient, when)
        )
      }
      footer={portal && <PortalLink portal={portal} label={texts.signIn} />}
    >
      <Choices>
        {failure}
        {!isConfirmed && (
          <SubmitButton
            type="button"
            size="large"
            isBusy={isPending}
            busyText={texts.busy}
            onClick={press('comes')}
          >
            {comes}
          </SubmitButton>
        )}
        <Button
          size={isConfirmed ? undefined : 'large'}
          variant={isConfirmed ? 'quiet' : 'outline'}
          disabled={isPending}
          onClick={() => {
            answer.reset()
            setCanceling(true)
          }}
        >
          {isConfirmed ? texts.cannotLater : cannot}
        </Button>
      </Choices>
    </AccessCard>
  )
}

function Choices({ children }: { children: ReactNode }) {
  return <div className="grid gap-3">{children}</div>
}

/** By signing in; patients without an account call the clinic. */
function AnotherTime({
  clinic,
  portal,
  label,
  isButton = false,
}: Pick<LinkedVisit, 'clinic' | 'portal'> & { label: string; isButton?: boolean }) {
  if (!portal) return <p className="text-form text-muted">{texts.call(clinic.name, clinic.phone)}</p>
  if (!isButton) return <PortalLink portal={portal} label={label} />
  return (
    <Button asChild size="large" variant="outline">
      <a href={portal}>{label}</a>
    </Button>
  )
}

function PortalLink({ portal, label }: { portal: string; label: string }) {
  return (
    <p>
      <a className="link" href={portal}>
        {label}
      </a>
    </p>
  )
}
