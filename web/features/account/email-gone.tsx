import type { User } from '@supabase/auth-js'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { accountTexts } from '#domain/texts/account.ts'
import { formatDate } from '#domain/values/dates.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal, hasJustBeenSent } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'

const texts = accountTexts.emailGone

/** When an email of the clinic to the user's address came back; null: none did. For patients. */
function emailGoneQuery(slug: string, email: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'email-gone', email),
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }): Promise<string | null> => {
      const { data, error } = await rest.rpc('email_gone_for_me').abortSignal(signal)
      if (error) throw error
      return data
    },
  })
}

/**
 * That the clinic's emails to a patient's address come back, with a link by email that proves the address again; nothing
 * while they arrive (docs/decisions/0219).
 */
export function EmailGone({ user, clinic, returnPath }: { user: User; clinic: Clinic; returnPath: string }) {
  const { email = '' } = user
  const gone = useQuery(emailGoneQuery(clinic.subdomain, email))
  const send = useMutation({
    mutationFn: async () => {
      const options = { shouldCreateUser: false, emailRedirectTo: `${location.origin}${returnPath}` }
      const { error } = await auth.signInWithOtp({ email, options })
      // within the cooldown: the link has been sent
      if (error && !hasJustBeenSent(error)) throw error
    },
    onSuccess: () => toast.success(texts.sent(email)),
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
  })
  if (!gone.data) return null
  return (
    <Notice tone="warning" title={texts.title(formatDate(gone.data, clinic.time_zone))} className="mb-4">
      <p className="break-words">{texts.text(clinic.name, email)}</p>
      <Button
        variant="outline"
        size="small"
        className="mt-3 mb-1"
        aria-disabled={send.isPending || undefined}
        onClick={() => send.isPending || send.mutate()}
      >
        {texts.send}
      </Button>
    </Notice>
  )
}
