import { lazy, Suspense } from 'react'
import type { MemberView } from '#domain/memberships/member-list.ts'
import { paths } from '#domain/paths.ts'
import { patientTexts } from '#domain/texts/patients.ts'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const EditPatientFields = lazy(() => loadPart(() => import('./edit-patient-fields.tsx')))
const InviteFields = lazy(() => loadPart(() => import('./invite-fields.tsx')))

/** The dialogs about a patient without an account: Edit details, Invite to the portal. */
export function RecordDialogs({
  member,
  clinic,
  asked,
  onClose,
}: {
  member: MemberView
  clinic: Clinic
  asked: 'edit' | 'invite'
  onClose(): void
}) {
  const { patientId, name, email } = member
  if (!patientId) return null
  const patient = { id: patientId, name, email }
  const texts = asked === 'edit' ? patientTexts.edit : patientTexts.invite
  return (
    <GuardedDialog
      isOpen
      onOpenChange={onClose}
      title={asked === 'edit' ? patientTexts.edit.title : patientTexts.invite.title(name)}
      description={texts.lead}
    >
      <Suspense
        fallback={
          <Loading>
            <Skeleton className="h-60" />
          </Loading>
        }
      >
        {asked === 'edit' ? (
          <EditPatientFields clinic={clinic} patient={patient} onClose={onClose} />
        ) : (
          <InviteFields
            clinicId={clinic.id}
            roles={['patient']}
            patient={patient}
            redirectPath={withClinic(paths.inviteCallback)}
            onClose={onClose}
          />
        )}
      </Suspense>
    </GuardedDialog>
  )
}
