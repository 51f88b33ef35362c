import type { User } from '@supabase/auth-js'
import { lazy, Suspense } from 'react'
import { activeMembershipIn, isTeamRole } from '#domain/memberships/memberships.ts'
import { learnPath, paths, valueReceiptPath } from '#domain/paths.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { ListCard } from '#web/components/page/list-card.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Together } from '#web/components/page/together.tsx'
import { useWasOpen } from '#web/components/ui/layers/late-layer.tsx'
import { Skeleton, Waiting } from '#web/components/ui/skeleton.tsx'
import { UpcomingAppointment } from '#web/features/appointments/booking/upcoming-appointment.tsx'
import { OwnOffers } from '#web/features/appointments/waitlist/own-offers.tsx'
import { NoPlan } from '#web/features/checkouts/no-plan.tsx'
import { FormsForYou } from '#web/features/forms/forms-for-you.tsx'
import { LessonsForYou } from '#web/features/learning/lessons-for-you.tsx'
import { NewMessages } from '#web/features/messages/home-messages.tsx'
import { greeting } from '#web/features/portal/greeting.ts'
import { AskedAnew } from '#web/features/preferences/asked-anew.tsx'
import { CardExpiryNotice } from '#web/features/subscriptions/cards/card-expiry-notice.tsx'
import { SubscriptionList } from '#web/features/subscriptions/subscription-list.tsx'
import { SubscriptionSummary } from '#web/features/subscriptions/subscription-summary.tsx'
import { useOwnSubscriptions } from '#web/features/subscriptions/use-own-subscriptions.ts'
import { NewestValueReceipt } from '#web/features/value-receipts/newest-value-receipt.tsx'
import { type Clinic, useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { useKeptFocus } from '#web/lib/page/restore-focus.ts'
import { useIdle } from '#web/lib/page/use-idle.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ForPatients } from './for-patients.tsx'
import { hasOverduePlan, mayAddFamily } from './home-plans.ts'
import { openingReads } from './home-reads.ts'
import { ConfirmEmailNotice } from './late-email-notice.tsx'
import { FirstSteps } from './late-first-steps.tsx'

const HomeBelow = lazy(() => loadPart(() => import('./home-below.tsx')))

const texts = portalTexts.home

/** A patient's first page: the next visit, what is asked of the patient, plan and care (docs/specification.md B2.4). */
export default function Home() {
  const { user, memberships } = useSession()
  const { clinic } = useClinicLookup()
  const isIdle = useIdle(paths.home)
  useKeptFocus()
  if (!user) return null
  const membership = clinic ? activeMembershipIn(memberships, clinic.subdomain) : null
  const isPatient = membership?.role === 'patient'
  const isTeam = membership !== null && isTeamRole(membership.role)
  return (
    <>
      <PageHeading title={texts.title} site={clinic?.name ?? config.productName}>
        <span className="break-words">{greeting(user)}</span>
      </PageHeading>
      <div className="mt-4 sm:mt-6">
        <div className="peer">
          <Together pending={<HomeSkeleton />}>
            <ForPatients pending={<Waiting />}>
              {(clinic) =>
                isPatient ? (
                  <PatientHome clinic={clinic} user={user} joinedAt={membership.created_at} />
                ) : (
                  <Plans clinic={clinic} />
                )
              }
            </ForPatients>
            {!isPatient && <ConfirmEmailNotice />}
          </Together>
        </div>
        {clinic && (
          <div className="mt-3 peer-has-[[hidden][aria-busy=true]]:hidden sm:mt-4">
            {isIdle ? (
              <Suspense fallback={<BelowSkeleton />}>
                <HomeBelow {...{ clinic, memberships, isPatient, isTeam }} />
              </Suspense>
            ) : (
              <BelowSkeleton />
            )}
          </div>
        )}
      </div>
    </>
  )
}

Home.openingReads = openingReads

function PatientHome({ clinic, user, joinedAt }: { clinic: Clinic; user: User; joinedAt: string }) {
  const own = useOwnSubscriptions(clinic)
  const subscriptions = own.status === 'success' ? own.subscriptions : []
  // stays above after the payment, so that an open dialog of it remains
  const isUrgent = useWasOpen(hasOverduePlan(subscriptions))
  return (
    <>
      <ConfirmEmailNotice />
      {isUrgent && <Plans clinic={clinic} />}
      <UpcomingAppointment clinic={clinic} />
      <OwnOffers clinic={clinic} />
      <CardExpiryNotice clinic={clinic} withLink />
      <AskedAnew clinic={clinic} choicesPath={`${paths.profile}?tab=notifications`} />
      <ListCard title={texts.forYou}>
        <NewMessages clinic={clinic} />
        <FormsForYou clinic={clinic} />
        <LessonsForYou clinic={clinic} pathOf={learnPath} />
        <NewestValueReceipt clinic={clinic} pathOf={valueReceiptPath} />
      </ListCard>
      <FirstSteps
        clinic={clinic}
        userId={user.id}
        joinedAt={joinedAt}
        mayAddFamily={mayAddFamily(subscriptions)}
      />
      {!isUrgent && <Plans clinic={clinic} />}
    </>
  )
}

function Plans({ clinic }: { clinic: Clinic }) {
  return (
    <SubscriptionList
      clinic={clinic}
      pending={<Waiting />}
      noPlan={(isReturning) => <NoPlan clinic={clinic} isReturning={isReturning} />}
    >
      {(subscription) => (
        <SubscriptionSummary key={subscription.id} subscription={subscription} clinic={clinic} />
      )}
    </SubscriptionList>
  )
}

/** Of the size of the next visit, what waits, and the plan. Not marked as busy: it remains in the page, hidden. */
function HomeSkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
      <Skeleton className="h-32 rounded-card" />
    </div>
  )
}

/** Of parts that begin to load after those above: e2e/support/weight.ts does not wait for it. */
function BelowSkeleton() {
  return (
    <div aria-busy="true" data-idle>
      <Skeleton className="h-40 rounded-card" />
    </div>
  )
}
