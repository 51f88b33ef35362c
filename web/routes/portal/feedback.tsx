import { useQuery } from '@tanstack/react-query'
import { HeartHandshake } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { FeedbackForm as Form } from '#domain/feedback/feedback.ts'
import { activeMembershipIn } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { UnsavedGuard } from '#web/components/form/unsaved-guard.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { FeedbackForm } from '#web/features/feedback/feedback-form.tsx'
import { OwnFeedback } from '#web/features/feedback/own-feedback.tsx'
import { ownPhoneQuery } from '#web/features/feedback/queries.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ForPatients } from './for-patients.tsx'
import { ConfirmEmailNotice } from './late-email-notice.tsx'

const texts = feedbackTexts

/** Share Feedback (docs/specification.md B2.4). */
export default function ShareFeedback() {
  const { clinic } = useClinicLookup()
  return (
    <UnsavedGuard>
      <BackLink to={withClinic(paths.home)}>{messageTexts.patient.back}</BackLink>
      <PageHeading
        title={texts.share}
        site={clinic?.name ?? config.productName}
        lead={clinic && texts.lead(clinic.name)}
      />
      <div className="mt-6 space-y-10">
        <ConfirmEmailNotice />
        <ForPatients pending={<Waiting />}>
          {(clinic) => <OwnPart key={clinic.id} clinic={clinic} />}
        </ForPatients>
      </div>
    </UnsavedGuard>
  )
}

function OwnPart({ clinic }: { clinic: Clinic }) {
  const { memberships } = useSession()
  const isActive = activeMembershipIn(memberships, clinic.subdomain) !== null
  const phone = useQuery({ ...ownPhoneQuery(clinic), enabled: isActive })
  const [sent, setSent] = useState<Form | null>(null)
  // an unproven address: the notice above explains it
  if (!isActive) return null
  return (
    <>
      {sent ? (
        <div role="status">
          <EmptyState
            icon={HeartHandshake}
            title={texts.thanks.title}
            action={
              <Button asChild variant="outline">
                <Link to={withClinic(paths.home)}>{texts.thanks.home}</Link>
              </Button>
            }
          >
            {texts.thanks.text(clinic.name)} {sent.mayCall && texts.thanks.call(clinic.name, sent.phone)}
          </EmptyState>
        </div>
      ) : phone.isPending ? (
        <Waiting />
      ) : (
        <Card>
          <FeedbackForm clinic={clinic} phone={phone.data ?? ''} onSent={setSent} />
        </Card>
      )}
      <OwnFeedback clinic={clinic} />
    </>
  )
}

function Waiting() {
  return (
    <Loading>
      <Skeleton className="h-80 rounded-card" />
    </Loading>
  )
}
