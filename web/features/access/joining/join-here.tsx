import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { activeMembershipIn, isTeamRole } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { refusalCode, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { AccessCard } from '../access-card.tsx'
import { ResendLink } from '../resend-link.tsx'
import { afterJoin } from './after-join.ts'
import type { Joining } from './joining.ts'
import { NotYou } from './not-you.tsx'

const texts = accessTexts.join

export function JoinHere({ clinic, user, onJoining }: Joining) {
  const { refreshMemberships } = useSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; isUnconfirmed: boolean } | null>(null)

  async function join(): Promise<void> {
    setFailure(null)
    setBusy(true)
    onJoining(true)
    try {
      await callFunction('join-clinic', { clinicId: clinic.id })
    } catch (error) {
      setFailure({
        message: refusalSentence(error) ?? accessTexts.unexpected,
        isUnconfirmed: refusalCode(error) === 'email_not_confirmed',
      })
      setBusy(false)
      onJoining(false)
      return
    }
    toast.success(texts.activated, { leavesOnArrival: true })
    await queryClient.invalidateQueries()
    const joined = activeMembershipIn(await refreshMemberships(), clinic.subdomain)
    const destination = joined && isTeamRole(joined.role) ? withClinic(paths.clinic) : afterJoin()
    void navigate(destination, { replace: true })
  }

  return (
    <AccessCard title={texts.title(clinic.name)} lead={clinic.tagline} footer={<NotYou user={user} />}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void join()
        }}
        className="space-y-5"
      >
        {failure && (
          <Notice tone="danger">
            <p>{failure.message}</p>
            {failure.isUnconfirmed && <ResendLink email={user.email ?? ''} />}
          </Notice>
        )}
        <SubmitButton size="large" className="w-full" isBusy={isBusy} busyText={texts.completionBusy}>
          {texts.title(clinic.name)}
        </SubmitButton>
      </form>
    </AccessCard>
  )
}
