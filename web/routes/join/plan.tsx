import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Standing, standingIn } from '#domain/memberships/standing.ts'
import { blocksJoining } from '#domain/subscriptions/subscriptions.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { ChooseOffer, ChooseOfferSkeleton } from '#web/features/checkouts/choose-offer.tsx'
import { findChoice } from '#web/features/checkouts/offers.ts'
import { joinedPlansQuery, offersQuery, preparedPlanQuery } from '#web/features/checkouts/queries.ts'
import { FindClinic } from '#web/features/portal/find-clinic.tsx'
import { ownSubscriptionsQuery } from '#web/features/subscriptions/queries.ts'
import { type Clinic, useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { membershipsQuery } from '#web/lib/session/session-queries.ts'

// loaded once a plan is chosen: its forms are most of the page
const ReviewChoice = lazy(() =>
  loadPart(() => import('#web/features/checkouts/review-choice.tsx')).then((part) => ({
    default: part.ReviewChoice,
  })),
)
const ConfirmStep = lazy(() =>
  loadPart(() => import('#web/features/access/unconfirmed/confirm-step.tsx')).then((part) => ({
    default: part.ConfirmStep,
  })),
)
const UnconfirmedNote = lazy(() =>
  loadPart(() => import('#web/features/access/unconfirmed/confirm-step.tsx')).then((part) => ({
    default: part.UnconfirmedNote,
  })),
)
const SubscriptionSummary = lazy(() =>
  loadPart(() => import('#web/features/subscriptions/subscription-summary.tsx')).then((part) => ({
    default: part.SubscriptionSummary,
  })),
)

const texts = checkoutTexts

/** A patient chooses a plan (`?price=`), reviews the charge, and continues to the payment page. */
export default function JoinPlan() {
  const lookup = useClinicLookup()
  switch (lookup.status) {
    case 'success':
      return <Plans clinic={lookup.clinic} />
    case 'loading':
      return <ChooseOfferSkeleton />
    case 'error':
      return (
        <Problem>
          <ErrorState title={lookup.message} onRetry={lookup.retry} />
        </Problem>
      )
    case 'not_found':
      return (
        <Problem>
          <ErrorState title={shellTexts.clinicNotFoundTitle}>
            {lookup.message} {shellTexts.clinicNotFoundAdvice}
          </ErrorState>
        </Problem>
      )
    case 'idle':
      return (
        <Problem>
          <EmptyState
            icon={Building2}
            title={texts.noClinicTitle}
            action={
              <div className="w-full max-w-110">
                <FindClinic />
              </div>
            }
          >
            {texts.noClinic}
          </EmptyState>
        </Problem>
      )
  }
}

/** Removes the server's part of the page (`server/platform/http/served-part.ts`), which covers the app until then. */
function useServedPart(): void {
  useLayoutEffect(() => document.getElementById('served')?.remove(), [])
}

function Problem({ children }: { children: React.ReactNode }) {
  useServedPart()
  return (
    <div className="mx-auto max-w-180">
      <PageHeading title={texts.pageTitle} site={config.productName} className="sr-only" />
      {children}
    </div>
  )
}

function Plans({ clinic }: { clinic: Clinic }) {
  const [query] = useSearchParams()
  const { user, hasLoaded } = useSession()
  const [isLater, setLater] = useState(false)
  const offers = useQuery(offersQuery(clinic))
  const memberships = useQuery({ ...membershipsQuery(clinic.subdomain, user?.id), retryOnMount: false })
  const standing: Standing | 'visitor' = user
    ? standingIn(memberships.data ?? [], clinic.subdomain)
    : 'visitor'
  const own = useQuery({ ...ownSubscriptionsQuery(clinic), enabled: standing === 'patient' })

  const prepared = useQuery({ ...preparedPlanQuery(clinic), enabled: standing === 'patient' })
  const joined = useQuery({ ...joinedPlansQuery(clinic), enabled: standing === 'patient' })

  const reads = [
    offers,
    ...(user ? [memberships] : []),
    ...(standing === 'patient' ? [own, prepared, joined] : []),
  ]
  if (reads.some(({ isError }) => isError)) {
    return (
      <Problem>
        <ErrorState
          title={texts.failedTitle}
          onRetry={() => reads.forEach((read) => void (read.isError && read.refetch()))}
        />
      </Problem>
    )
  }
  if (!hasLoaded || !offers.data || reads.some(({ isPending }) => isPending)) return <ChooseOfferSkeleton />

  const held = (standing === 'patient' ? (own.data ?? []) : []).filter(({ status }) => blocksJoining(status))
  // at most one running plan of a kind (docs/domain-rules.md rule 16)
  const open = offers.data
    .filter(({ kind }) => !held.some(({ plan }) => plan.kind === kind))
    .map((offer) => (joined.data?.includes(offer.id) ? { ...offer, trialDays: 0 } : offer))
  const mayJoin = standing !== 'team' && standing !== 'suspended'
  const choice = mayJoin ? findChoice(open, query.get('price')) : null
  const isUnconfirmed = standing === 'patient' && user !== null && !user.email_confirmed_at
  if (choice && isUnconfirmed && !isLater) {
    return (
      <Suspense fallback={<ChooseOfferSkeleton />}>
        <ConfirmStep user={user} clinicName={clinic.name} onLater={() => setLater(true)} />
      </Suspense>
    )
  }
  if (choice) {
    return (
      <Suspense fallback={<ChooseOfferSkeleton />}>
        {isUnconfirmed && <UnconfirmedNote user={user} />}
        <ReviewChoice
          key={`${choice.price.id} ${standing}`}
          clinic={clinic}
          {...choice}
          isPatient={standing === 'patient'}
          paidUntil={prepared.data?.planId === choice.offer.id ? prepared.data.paidUntil : null}
          onAlreadyJoined={() => void own.refetch()}
        />
      </Suspense>
    )
  }

  return (
    <Choices
      clinic={clinic}
      offers={open}
      standing={standing}
      isCanceled={query.has('canceled')}
      isChoiceGone={query.has('price') && mayJoin && held.length === 0}
      held={held.map((subscription) => (
        <Suspense
          key={subscription.id}
          fallback={
            <Loading>
              <Skeleton className="h-56 rounded-card" />
            </Loading>
          }
        >
          <SubscriptionSummary subscription={subscription} clinic={clinic} />
        </Suspense>
      ))}
    />
  )
}

function Choices(props: React.ComponentProps<typeof ChooseOffer>) {
  useServedPart()
  return <ChooseOffer {...props} />
}
