import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#domain/paths.ts'
import { isSubdomainShape } from '#domain/tenancy.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { enterWithGoogle } from '#web/features/access/enter-with-google.ts'
import { googleFailure } from '#web/features/access/google-failure.ts'
import { afterJoin } from '#web/features/access/joining/after-join.ts'
import { readProviderReturn } from '#web/features/access/provider-return.ts'
import { clinicUrl, isSingleHost, withClinic } from '#web/lib/clinic/clinic-address.ts'
import { type BegunFlow, type GoogleIntent, takeBegunFlow } from '#web/lib/session/google-sign-in.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = accessTexts.google

const beginnings: Record<GoogleIntent['kind'], string> = {
  'sign-in': paths.login,
  organization: paths.login,
  'patient-sign-up': paths.join,
  join: paths.join,
  'clinic-sign-up': paths.signUp,
}

function refusedAt(query: URLSearchParams): string | null {
  const clinic = query.get('c') ?? ''
  return query.has('error_code') && isSubdomainShape(clinic) ? clinic : null
}

/** The return from Google or an organization: creates the session and continues with the stored intent. */
export default function AuthCallback() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { refreshMemberships } = useSession()
  const hasStarted = useRef(false)
  const [failure, setFailure] = useState<{ title: string; text: string; back: string } | null>(null)

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const back = readProviderReturn(query)
    // an organization's refusals arrive on the main site and name the clinic (docs/contracts/auth.md 3.1, POST /sso)
    const awayFrom = isSingleHost() ? null : refusedAt(query)
    const begun = awayFrom ? { intent: { kind: 'organization' as const }, flowId: null } : takeBegunFlow()
    // the code is for one exchange and must not stay in the URL (docs/threats.md T7)
    history.replaceState(history.state, '', withClinic(paths.authCallback))
    void finish(back, begun)

    async function finish(answer: typeof back, { intent, flowId }: BegunFlow): Promise<void> {
      const beginning = awayFrom ? clinicUrl(awayFrom, paths.login) : withClinic(beginnings[intent.kind])
      if (!answer) return void navigate(beginning, { replace: true })
      const outcome =
        'code' in answer ? await enterWithGoogle(answer.code, { intent, flowId }) : { ...answer, text: null }
      if ('refusal' in outcome) {
        const known = googleFailure(intent.kind, outcome.refusal)
        return setFailure({ ...known, text: outcome.text ?? known.text, back: beginning })
      }
      await refreshMemberships()
      if (intent.kind === 'join') {
        toast.success(accessTexts.join.loggedIn)
        return void navigate(afterJoin(), { replace: true })
      }
      toast.success(accessTexts.login.success)
      // the login page redirects signed-in users
      const next = intent.kind === 'clinic-sign-up' ? paths.signUp : withClinic(paths.login)
      void navigate(next, { replace: true })
    }
  }, [query, navigate, refreshMemberships])

  if (!failure) return <AccessProgress text={texts.processing} />
  return (
    <AccessCard title={failure.title}>
      <Notice tone="danger" className="mb-6">
        {failure.text}
      </Notice>
      <Button asChild size="large" className="w-full">
        {URL.canParse(failure.back) ? (
          <a href={failure.back}>{texts.tryAgain}</a>
        ) : (
          <Link to={failure.back}>{texts.tryAgain}</Link>
        )}
      </Button>
    </AccessCard>
  )
}
