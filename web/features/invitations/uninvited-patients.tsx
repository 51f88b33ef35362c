import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import { invitationTexts } from '#domain/texts/invitations.ts'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { uninvitedQuery } from './queries.ts'

const texts = invitationTexts.uninvited

/** "17 people are not invited yet", with an invitation of all. For callers with `members:import`. */
export function UninvitedPatients({ slug }: { slug: string }) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const inviting = useMutation({
    mutationFn: () => callFunction('invite-uninvited', {}),
    onSuccess: async () => {
      setAsking(false)
      await queries.invalidateQueries({ queryKey: clinicKey(slug, 'uninvited') })
    },
  })
  const { data } = useQuery(uninvitedQuery(slug, inviting.isSuccess))
  const { count = 0, shared = 0 } = data ?? {}
  if (inviting.isSuccess)
    return (
      <Notice tone={count > 0 ? 'info' : 'success'}>
        {count > 0 ? texts.sending(count) : texts.sent(inviting.data.count)}
      </Notice>
    )
  if (count === 0 && shared === 0) return null
  return (
    <Notice tone="info">
      {count > 0 && <p>{texts.count(count)}</p>}
      {shared > 0 && <p>{texts.shared(shared)}</p>}
      {count > 0 && (
        <Button variant="outline" className="mt-3" onClick={() => setAsking(true)}>
          <MailPlus aria-hidden />
          {texts.invite}
        </Button>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={(isOpen) => inviting.isPending || setAsking(isOpen)}
        title={texts.title(count)}
        consequence={texts.consequence(count)}
        safeLabel={texts.cancel}
        actionLabel={inviting.isPending ? texts.busy : texts.invite}
        actionVariant="primary"
        isBusy={inviting.isPending}
        onAction={() => inviting.isPending || inviting.mutate()}
      >
        {inviting.isError && <Notice tone="danger">{refusalSentence(inviting.error) ?? texts.failed}</Notice>}
      </AlertDialog>
    </Notice>
  )
}
