import { MailPlus } from 'lucide-react'
import { type ClinicRole, invitePermission } from '#domain/permissions.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { useResendInvitation } from '#web/components/access/use-resend-invitation.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { useCan } from '#web/lib/clinic/use-can.ts'

const texts = dashboardTexts.waiting

/** Absent for readers who may not invite that role. */
export function ResendButton({
  membershipId,
  email,
  role,
}: {
  membershipId: string
  email: string
  role: ClinicRole
}) {
  const may = useCan()
  const resend = useResendInvitation()
  if (!may(invitePermission(role))) return null
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={texts.resendTo(email)}
      disabled={resend.isPending}
      onClick={() => resend.mutate({ membershipId })}
    >
      {resend.isPending ? <Spinner /> : <MailPlus aria-hidden />}
      {texts.resend}
    </Button>
  )
}
