import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { paths } from '#domain/paths.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { auth } from '#web/lib/session/auth.ts'
import { isAuthApiError } from '#web/lib/session/auth-errors.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = portalTexts.confirmEmail

/**
 * Asks users who joined with an unproven address to confirm it (docs/contracts/auth.md 9; docs/threats.md T31). Resends
 * the link, and disappears once it was opened, even in another window.
 */
export function ConfirmEmailNotice() {
  const { user } = useSession()
  useWelcomeOnceConfirmed()
  if (!user?.email || user.email_confirmed_at) return null
  return <Unconfirmed email={user.email} />
}

function Unconfirmed({ email }: { email: string }) {
  useFreshSessionOnceConfirmed()
  const resend = useMutation({
    mutationFn: async () => {
      const { error } = await auth.resend({
        type: 'signup',
        email,
        options: { emailRedirectTo: `${location.origin}${withClinic(paths.confirmEmail)}` },
      })
      if (error) throw error
    },
    onSuccess: () => void toast.success(texts.sent),
    onError: (error) =>
      void (isAuthApiError(error) && error.status === 429
        ? toast.info(texts.tooSoon)
        : toast.error(texts.failed)),
  })
  return (
    <Notice tone="info" title={texts.title}>
      <p className="break-words">{texts.text(email)}</p>
      <SubmitButton
        type="button"
        variant="outline"
        size="small"
        className="mt-3 mb-1"
        isBusy={resend.isPending}
        busyText={texts.busy}
        onClick={() => resend.isPending || resend.mutate()}
      >
        {texts.resend}
      </SubmitButton>
    </Notice>
  )
}

/** The session's user is as old as its token, so each focus asks the auth service. */
function useFreshSessionOnceConfirmed(): void {
  const { data: isConfirmed } = useQuery({
    queryKey: clinicKey(useClinicSlug(), 'email-confirmed'),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    queryFn: async () => Boolean((await auth.getUser()).data.user?.email_confirmed_at),
  })

  useEffect(() => {
    if (isConfirmed) void auth.refreshSession()
  }, [isConfirmed])
}

/** The confirmed session may come from another window, which activated the membership. */
function useWelcomeOnceConfirmed(): void {
  const { user, refreshMemberships } = useSession()
  const isConfirmed = user ? Boolean(user.email_confirmed_at) : null
  const was = useRef(isConfirmed)

  useEffect(() => {
    if (was.current === false && isConfirmed) {
      toast.success(texts.confirmed)
      void refreshMemberships()
    }
    was.current = isConfirmed
  }, [isConfirmed, refreshMemberships])
}
