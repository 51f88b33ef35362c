import { MailPlus } from 'lucide-react'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { useResendInvitation } from '#web/components/access/use-resend-invitation.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'

const texts = dashboardTexts.waiting

export function ResendButton({ membershipId, email }: { membershipId: string; email: string }) {
  const resend = useResendInvitation()
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
