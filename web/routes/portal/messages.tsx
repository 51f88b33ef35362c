import { useQuery } from '@tanstack/react-query'
import { activeMembershipIn } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { BackLink } from '#web/components/page/back-link.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { ClinicPromise } from '#web/features/messages/clinic-promise.tsx'
import { useKeyboardRoom } from '#web/features/messages/keyboard-room.ts'
import { ownPatientIdQuery } from '#web/features/messages/queries.ts'
import { ThreadView } from '#web/features/messages/thread-view.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type Clinic, useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { PageZone } from '#web/lib/clinic/page-zone.ts'
import { config } from '#web/lib/page/config.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ForPatients } from './for-patients.tsx'
import { ConfirmEmailNotice } from './late-email-notice.tsx'

const texts = messageTexts

export default function Messages() {
  const { clinic } = useClinicLookup()
  useKeyboardRoom()
  return (
    <div className="thread-page flex grow flex-col">
      <div className="in-data-keyboard:hidden">
        <BackLink to={withClinic(paths.home)}>{texts.patient.back}</BackLink>
        <PageHeading title={texts.title} site={clinic?.name ?? config.productName} />
      </div>
      <div className="mt-4 flex grow flex-col gap-3 md:gap-5">
        <ConfirmEmailNotice />
        <ForPatients pending={<Waiting />}>{(clinic) => <OwnThread clinic={clinic} />}</ForPatients>
      </div>
    </div>
  )
}

function OwnThread({ clinic }: { clinic: Clinic }) {
  const { memberships } = useSession()
  // an unproven address: the notice above explains it
  const isActive = activeMembershipIn(memberships, clinic.subdomain) !== null
  const own = useQuery({ ...ownPatientIdQuery(clinic), enabled: isActive })
  if (!isActive) return null
  return (
    <>
      <ClinicPromise clinic={clinic} />
      {own.isPending ? (
        <Waiting />
      ) : own.data ? (
        // one clock for both sides: the clinic may name a time in its message
        <PageZone value={clinic.time_zone}>
          <ThreadView
            key={own.data}
            slug={clinic.subdomain}
            patientId={own.data}
            side="patient"
            otherName={clinic.name}
            className="h-0 min-h-72 grow"
          />
        </PageZone>
      ) : (
        <ErrorState title={texts.failed} onRetry={() => void own.refetch()} />
      )}
    </>
  )
}

function Waiting() {
  return (
    <Loading label={texts.loading}>
      <Skeleton className="h-96 rounded-card" />
    </Loading>
  )
}
