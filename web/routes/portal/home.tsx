import { MessageSquareHeart } from 'lucide-react'
import { Link } from 'react-router'
import { activeMembershipIn, isTeamRole } from '#domain/memberships/memberships.ts'
import { learnPath, paths, valueReceiptPath } from '#domain/paths.ts'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { UpcomingAppointment } from '#web/features/appointments/booking/upcoming-appointment.tsx'
import { OwnOffers } from '#web/features/appointments/waitlist/own-offers.tsx'
import { OwnCarePlan } from '#web/features/care-plans/own-care-plan.tsx'
import { NoPlan } from '#web/features/checkouts/no-plan.tsx'
import { SharedFiles } from '#web/features/files/shared-files.tsx'
import { FamilyCard } from '#web/features/guardians/family-card.tsx'
import { HomeMessages } from '#web/features/messages/home-messages.tsx'
import { ClinicConnections } from '#web/features/portal/clinic-connections.tsx'
import { ClinicContact } from '#web/features/portal/clinic-contact.tsx'
import { greeting } from '#web/features/portal/greeting.ts'
import { AskedAnew } from '#web/features/preferences/asked-anew.tsx'
import { CardExpiryNotice } from '#web/features/subscriptions/cards/card-expiry-notice.tsx'
import { SubscriptionList } from '#web/features/subscriptions/subscription-list.tsx'
import {
  SubscriptionSummary,
  SubscriptionSummarySkeleton,
} from '#web/features/subscriptions/subscription-summary.tsx'
import { NewestValueReceipt } from '#web/features/value-receipts/newest-value-receipt.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ForPatients } from './for-patients.tsx'
import { ConfirmEmailNotice } from './late-email-notice.tsx'

/** A patient's first page: plan, tasks and clinics (docs/specification.md B2.4). */
export default function Home() {
  const { user, memberships } = useSession()
  const { clinic } = useClinicLookup()
  if (!user) return null
  const role = clinic ? activeMembershipIn(memberships, clinic.subdomain)?.role : undefined
  const isPatient = role === 'patient'
  // the team's list requires the second step, and is at /family
  const isTeam = role !== undefined && isTeamRole(role)
  return (
    <>
      <PageHeading title={portalTexts.home.title} site={clinic?.name ?? config.productName}>
        <span className="break-words">{greeting(user)}</span>
      </PageHeading>
      <div className="group mt-8 space-y-10">
        <div className="space-y-6">
          <ForPatients pending={<SubscriptionSummarySkeleton />}>
            {(clinic) => (
              <>
                <CardExpiryNotice clinic={clinic} withLink />
                <SubscriptionList
                  clinic={clinic}
                  pending={<SubscriptionSummarySkeleton />}
                  noPlan={(isReturning) => <NoPlan clinic={clinic} isReturning={isReturning} />}
                >
                  {(subscription) => (
                    <SubscriptionSummary key={subscription.id} subscription={subscription} clinic={clinic} />
                  )}
                </SubscriptionList>
              </>
            )}
          </ForPatients>
          <ConfirmEmailNotice />
        </div>
        {/* after the plan, whose height is unknown while it loads: nothing may move during reading */}
        {clinic && (
          <div className="space-y-10 group-has-[[aria-busy=true]]:hidden">
            {isPatient && <AskedAnew clinic={clinic} choicesPath={`${paths.profile}?tab=notifications`} />}
            {!isTeam && <FamilyCard clinic={clinic} familyPath={paths.family} />}
            {isPatient && <OwnOffers clinic={clinic} />}
            {isPatient && <UpcomingAppointment clinic={clinic} />}
            {isPatient && (
              <OwnCarePlan clinic={clinic} lessonPath={learnPath} visitPlanPath={paths.homeVisitPlan} />
            )}
            {isPatient && <NewestValueReceipt clinic={clinic} pathOf={valueReceiptPath} />}
            {isPatient && <HomeMessages clinic={clinic} />}
            {isPatient && <SharedFiles clinic={clinic} />}
            <ClinicContact clinic={clinic} />
            <ClinicConnections memberships={memberships} />
            {isPatient && (
              <Button asChild variant="outline">
                <Link to={withClinic(paths.feedback)}>
                  <MessageSquareHeart aria-hidden />
                  {feedbackTexts.share}
                </Link>
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  )
}
