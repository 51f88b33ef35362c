import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { invitePermission } from '#domain/permissions.ts'
import { invitationTexts } from '#domain/texts/invitations.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { refusalCode } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'

const texts = invitationTexts.expired

/** Invitations that expired, neither accepted nor revoked; a newer one revokes the earlier. */
function expiredQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'expired-invitations'),
    queryFn: async ({ signal }) => {
      const { data, error } = await rest
        .from('invitations')
        .select('membershipId:membership_id,role,membership:clinic_memberships(is_billing_only)')
        .is('accepted_at', null)
        .is('revoked_at', null)
        .lt('expires_at', serverNow().toISOString())
        .order('expires_at')
        .abortSignal(signal)
      if (error) throw error
      return data
    },
  })
}

/** "Resend 12 expired invitations", of those that the caller may send, one by one by `resend-invitation`. */
export function ResendExpired({ slug }: { slug: string }) {
  const may = useCan()
  const refresh = useRefreshClinic()
  const [isAsking, setAsking] = useState(false)
  const [sent, setSent] = useState(0)
  const { data = [] } = useQuery(expiredQuery(slug))
  const expired = data.filter(({ role, membership }) =>
    may(
      invitePermission(role as Parameters<typeof invitePermission>[0], membership?.is_billing_only ?? false),
    ),
  )
  const count = expired.length
  const resend = useMutation({
    mutationFn: async (chosen: typeof expired) => {
      setSent(0)
      let failed = 0
      for (const [index, { membershipId }] of chosen.entries()) {
        try {
          await callFunction('resend-invitation', { membershipId })
          setSent((done) => done + 1)
        } catch (error) {
          // the limit holds for the rest, and a lost connection too
          if (refusalCode(error) !== 'invitation_not_waiting') return { failed, left: chosen.length - index }
          failed += 1
        }
      }
      return { failed, left: 0 }
    },
    onSettled: () => {
      setAsking(false)
      void refresh()
    },
  })
  if (resend.isSuccess && !isAsking) {
    const { left, failed } = resend.data
    return (
      <Notice tone={left > 0 ? 'warning' : 'success'}>
        {[texts.sent(sent), failed > 0 && texts.gone(failed), left > 0 && texts.left(left)]
          .filter(Boolean)
          .join(' ')}
      </Notice>
    )
  }
  if (count === 0) return null
  return (
    <div>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <MailPlus aria-hidden />
        {texts.resend(count)}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={(isOpen) => resend.isPending || setAsking(isOpen)}
        title={texts.title(count)}
        consequence={texts.consequence(count)}
        safeLabel={invitationTexts.uninvited.cancel}
        actionLabel={resend.isPending ? texts.busy(sent, count) : texts.resend(count)}
        actionVariant="primary"
        isBusy={resend.isPending}
        onAction={() => resend.isPending || resend.mutate(expired)}
      />
    </div>
  )
}
