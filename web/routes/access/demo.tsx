import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { demoSubdomain } from '#domain/access/demo.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { clinicUrl } from '#web/lib/clinic/clinic-address.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { openDemo } from '#web/lib/fetch/open-calls.ts'
import { auth } from '#web/lib/session/auth.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { isDemo } from '#web/lib/session/session-methods.ts'

const texts = accessTexts.demo

/** Opens the demo clinic without an account (docs/decisions/0086); without one, offers to request a demo. */
export default function Demo() {
  const { session, user, hasLoaded } = useSession()
  const [hasFailed, setFailed] = useState(false)
  const isOwnSession = session !== null && !isDemo(session)
  useOpenDemo(hasLoaded && !isOwnSession && !hasFailed, () => setFailed(true))

  if (isOwnSession && user) {
    return (
      <AccessCard
        title={texts.title}
        lead={texts.signedIn(user.email ?? '')}
        footer={<TextLink to={paths.logout}>{texts.signOut}</TextLink>}
      >
        <Button asChild size="large" className="w-full">
          <a href={paths.home}>{texts.back}</a>
        </Button>
      </AccessCard>
    )
  }
  if (!hasFailed) return <AccessProgress text={texts.opening} />
  return (
    <AccessCard
      title={texts.title}
      lead={texts.failed}
      footer={<TextLink to={withQuery(paths.contact, { about: 'demo' })}>{texts.request}</TextLink>}
    >
      <Button size="large" className="w-full" onClick={() => setFailed(false)}>
        {texts.retry}
      </Button>
    </AccessCard>
  )
}

function useOpenDemo(isWanted: boolean, onFailure: () => void): void {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const view = query.get('view') === 'patient' ? 'patient' : 'clinic'
  const isOpening = useRef(false)

  useEffect(() => {
    if (!isWanted || isOpening.current) return
    isOpening.current = true
    const open = async () => {
      const { error } = await auth.setSession(await openDemo(view))
      if (error) throw error
      location.replace(clinicUrl(demoSubdomain, view === 'patient' ? paths.home : paths.clinic))
    }
    open().catch((error: unknown) => {
      isOpening.current = false
      if (error instanceof ApiError && error.code === 'demo_missing')
        void navigate(withQuery(paths.contact, { about: 'demo' }), { replace: true })
      else onFailure()
    })
  }, [isWanted, view, navigate, onFailure])
}
