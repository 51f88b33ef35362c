import type { User } from '@supabase/auth-js'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { AcceptInviteForm } from '#web/features/access/joining/accept-invite-form.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accessTexts.acceptInvite
const redirectDelayMs = 1_500

export default function AcceptInvite() {
  const { user, hasLoaded, isProcessing } = useSession()
  // decided once, because submitting the form completes the profile
  const [verdict, setVerdict] = useState<'loading' | 'invalid' | 'complete' | User>('loading')

  useEffect(() => {
    if (verdict !== 'loading' || !hasLoaded || isProcessing) return
    if (!user) setVerdict('invalid')
    else setVerdict(user.user_metadata.profile_complete === true ? 'complete' : user)
  }, [verdict, hasLoaded, isProcessing, user])

  if (verdict === 'loading') return <AccessProgress text={texts.loading} />
  if (verdict === 'invalid') return <InvalidInvitation />
  if (verdict === 'complete') return <AlreadySetUp />
  return <Setup user={verdict} />
}

function InvalidInvitation() {
  return (
    <AccessCard title={texts.invalidTitle} lead={texts.invalid}>
      <Button asChild className="w-full" size="large">
        <a href={withClinic(paths.login)}>{texts.returnToLogin}</a>
      </Button>
    </AccessCard>
  )
}

function AlreadySetUp() {
  const navigate = useNavigate()
  useEffect(() => {
    toast.info(texts.alreadySetUp)
    void navigate(paths.dashboard, { replace: true })
  }, [navigate])
  return <AccessProgress text={texts.alreadySetUp} />
}

function Setup({ user }: { user: User }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [isDone, setDone] = useState(false)

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate(paths.home, { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [isDone, navigate])

  if (isDone) return <AccessCard title={texts.successTitle} lead={texts.success} />
  return (
    <AccessCard
      title={texts.title}
      lead={texts.lead}
      footer={
        <p>
          {texts.help} <TextLink to={withClinic(paths.login)}>{texts.returnToLogin}</TextLink>
        </p>
      }
    >
      <AcceptInviteForm user={user} clinicId={query.get('clinic_id')} onDone={() => setDone(true)} />
    </AccessCard>
  )
}
