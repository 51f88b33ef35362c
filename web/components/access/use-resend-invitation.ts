import { useMutation } from '@tanstack/react-query'
import { invitationTexts } from '#domain/texts/invitations.ts'
import { describeSent } from '#web/lib/clinic/describe-sent.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { toast } from '../ui/toast.ts'

/** Sends a pending invitation again with a new link. */
export function useResendInvitation() {
  const refresh = useRefreshClinic()
  return useMutation({
    mutationFn: ({ membershipId }: { membershipId: string }) =>
      callFunction('resend-invitation', { membershipId }),
    onSuccess: ({ invitation }) =>
      toast.success(invitationTexts.dialog.sent(invitation.email), describeSent(invitation)),
    onError: (error) => toast.error(refusalSentence(error) ?? invitationTexts.dialog.failed),
    // not awaited: the list updates later
    onSettled: () => void refresh(),
  })
}
