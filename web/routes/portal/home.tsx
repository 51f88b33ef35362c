import { portalTexts } from '#domain/texts/portal.ts'
import { PageHeading } from '../../components/page-heading.tsx'
import { ClinicConnections } from '../../features/home/clinic-connections.tsx'
import { ClinicContact } from '../../features/home/clinic-contact.tsx'
import { ConfirmEmailNotice } from '../../features/home/confirm-email-notice.tsx'
import { greeting } from '../../features/home/greeting.ts'
import { NoPlan } from '../../features/join-plan/no-plan.tsx'
import { MembershipCard, MembershipCardSkeleton } from '../../features/subscription/membership-card.tsx'
import { MembershipList } from '../../features/subscription/membership-list.tsx'
import { config } from '../../lib/config.ts'
import { useClinicLookup } from '../../lib/current-clinic.ts'
import { useSession } from '../../lib/session-context.ts'
import { ForPatients } from './for-patients.tsx'

/**
 * A patient's first page: how their plan stands, what is asked of them, and their clinics (docs/specification.md B2.4).
 */
export default function Home() {
  const { user, memberships } = useSession()
  const { clinic } = useClinicLookup()
  if (!user) return null
  return (
    <>
      <PageHeading title={portalTexts.home.title} site={clinic?.name ?? config.productName}>
        <span className="break-words">{greeting(user)}</span>
      </PageHeading>
      <div className="mt-8 space-y-10">
        <div className="space-y-6">
          <ForPatients pending={<MembershipCardSkeleton />}>
            {(clinic) => (
              <MembershipList
                clinic={clinic}
                pending={<MembershipCardSkeleton />}
                noPlan={(isReturning) => <NoPlan clinic={clinic} isReturning={isReturning} />}
              >
                {(subscription) => (
                  <MembershipCard key={subscription.id} subscription={subscription} clinic={clinic} />
                )}
              </MembershipList>
            )}
          </ForPatients>
          <ConfirmEmailNotice />
        </div>
        {clinic && <ClinicContact clinic={clinic} />}
        {clinic && <ClinicConnections memberships={memberships} />}
      </div>
    </>
  )
}
