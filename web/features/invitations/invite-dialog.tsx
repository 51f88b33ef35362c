import { lazy, type RefObject, Suspense } from 'react'
import { defaultTeamAccess } from '#domain/team/team.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'
import type { InvitedRole, InviteFieldsProps } from '#web/components/people/invite-fields.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const texts = invitationTexts.dialog

const InviteFields = lazy(() => loadPart(() => import('#web/components/people/invite-fields.tsx')))

export type Audience = 'patient' | 'team'

interface InviteDialogProps extends Omit<InviteFieldsProps, 'roles'> {
  /** null: closed */
  audience: Audience | null
  /** gets the focus back */
  opener: RefObject<HTMLElement | null>
  onClose(): void
}

/**
 * Invites one user by email: a patient or a team member, by the roles that the reader may invite. The form is mounted
 * only while open, so it is empty each time.
 */
export function InviteDialog({ audience, opener, onClose, ...form }: InviteDialogProps) {
  const roles = useInvitedRoles(audience)
  const isPatient = audience === 'patient'
  return (
    <GuardedDialog
      isOpen={roles !== null}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={isPatient ? texts.titlePatient : texts.title}
      description={texts.lead}
      // the address opens it, so there is no trigger to return to
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        opener.current?.focus({ preventScroll: true })
      }}
    >
      <Suspense
        fallback={
          <Loading>
            <Skeleton className="h-60" />
          </Loading>
        }
      >
        {roles && <InviteFields {...form} roles={roles} onClose={onClose} />}
      </Suspense>
    </GuardedDialog>
  )
}

/** The audience's lowest role first; null if the reader may not invite it. */
function useInvitedRoles(audience: Audience | null): [InvitedRole, ...InvitedRole[]] | null {
  const may = useCan()
  const patient: InvitedRole[] = may('members:invite-patient') ? ['patient'] : []
  const team: InvitedRole[] = may('members:invite-team') ? ['read-only', 'staff'] : []
  const admin: InvitedRole[] = may('members:invite-admin') ? ['billing', 'admin'] : []
  const [first, ...others] =
    audience === 'patient' ? [...patient, ...team, ...admin] : [...team, ...admin, ...patient]
  const isAsked =
    audience === 'patient' ? first === 'patient' : audience === 'team' && first === defaultTeamAccess
  return isAsked && first ? [first, ...others] : null
}
