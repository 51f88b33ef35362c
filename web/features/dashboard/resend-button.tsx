import { useMutation } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/api.ts'
import { describeSent } from '#web/lib/describe-sent.ts'
import { useRefreshClinic } from '#web/lib/refresh-clinic.ts'
import { refusalSentence } from '#web/lib/refusals.ts'

const texts = dashboardTexts.waiting

/** Sends a waiting invitation again, with a new link. */
export function ResendButton({ membershipId, email }: { membershipId: string; email: string }) {
  const refresh = useRefreshClinic()
  const resend = useMutation({
    mutationFn: () => callFunction('resend-invitation', { membershipId }),
    onSuccess: ({ invitation }) =>
      toast.success(invitationTexts.dialog.sent(email), describeSent(invitation)),
    onError: (error) => toast.error(refusalSentence(error) ?? invitationTexts.dialog.failed),
    onSettled: () => void refresh(),
  })
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={texts.resendTo(email)}
      disabled={resend.isPending}
      onClick={() => resend.mutate()}
    >
      {resend.isPending ? <Spinner /> : <MailPlus aria-hidden />}
      {texts.resend}
    </Button>
  )
}
