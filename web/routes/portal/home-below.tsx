import { MessageSquareHeart } from 'lucide-react'
import type { ClinicMembership } from '#domain/memberships/memberships.ts'
import { learnPath, paths } from '#domain/paths.ts'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { LinkRow } from '#web/components/page/link-row.tsx'
import { Together } from '#web/components/page/together.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { OwnCarePlan } from '#web/features/care-plans/own-care-plan.tsx'
import { SharedFiles } from '#web/features/files/shared-files.tsx'
import { FamilyCard } from '#web/features/guardians/family-card.tsx'
import { OwnConversation } from '#web/features/messages/home-messages.tsx'
import { ClinicConnections } from '#web/features/portal/clinic-connections.tsx'
import { ClinicContact } from '#web/features/portal/clinic-contact.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'

/** The parts of Home below the plan, loaded after those above. */
export default function HomeBelow({
  clinic,
  memberships,
  isPatient,
  isTeam,
}: {
  clinic: Clinic
  memberships: readonly ClinicMembership[]
  isPatient: boolean
  isTeam: boolean
}) {
  return (
    <Together pending={<Skeleton className="h-40 rounded-card" />}>
      {isPatient && (
        <OwnCarePlan clinic={clinic} lessonPath={learnPath} visitPlanPath={paths.homeVisitPlan} />
      )}
      {/* the team's list requires the second step, and is at /family */}
      {!isTeam && <FamilyCard clinic={clinic} familyPath={paths.family} />}
      {isPatient && <SharedFiles clinic={clinic} />}
      <Card role="region" aria-labelledby="more" className="space-y-2 sm:space-y-3">
        <CardTitle id="more">{portalTexts.home.more}</CardTitle>
        {isPatient && (
          <ul className="-mt-2 divide-y divide-line">
            <OwnConversation clinic={clinic} />
            <LinkRow to={withClinic(paths.feedback)} icon={MessageSquareHeart}>
              {feedbackTexts.share}
            </LinkRow>
          </ul>
        )}
        <ClinicContact clinic={clinic} />
        <ClinicConnections memberships={memberships} />
      </Card>
    </Together>
  )
}
