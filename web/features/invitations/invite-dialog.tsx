import { lazy, type ReactElement, Suspense } from 'react'
import { invitationTexts } from '#domain/texts/invitations.ts'
import type { InviteFieldsProps } from '#web/components/people/invite-fields.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#web/components/ui/dialog.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const texts = invitationTexts.dialog

const InviteFields = lazy(() => loadPart(() => import('#web/components/people/invite-fields.tsx')))

interface InviteDialogProps extends InviteFieldsProps {
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  children: ReactElement
}

/** Invites one user by email. The form is mounted only while open, so it is empty each time. */
export function InviteDialog({ isOpen, onOpenChange, children, ...form }: InviteDialogProps) {
  const isPatient = form.audience === 'patient'
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent title={isPatient ? texts.titlePatient : texts.title} description={texts.lead}>
        <Suspense
          fallback={
            <Loading>
              <Skeleton className="h-60" />
            </Loading>
          }
        >
          <InviteFields {...form} onSent={() => onOpenChange(false)} />
        </Suspense>
      </DialogContent>
    </Dialog>
  )
}
