import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { readInviteFragment } from '#domain/access/invite-fragment.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { auth } from '#web/lib/session/auth.ts'
import { isAuthSessionMissingError } from '#web/lib/session/auth-errors.ts'
import { openSession } from '#web/lib/session/open-session.ts'

const texts = accessTexts.inviteCallback

/** Moves an invitation's tokens from the URL into the session, and continues to /join. */
export default function InviteCallback() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const clinic = query.get('c') ?? undefined
  // a guardian's offer does not create a patient
  const next = query.get('to') === 'family' ? paths.family : paths.join
  const hasStarted = useRef(false)

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    const fragment = location.hash
    // before any network request: the tokens must not stay in the URL (docs/threats.md T7)
    history.replaceState(history.state, '', `${location.pathname}${location.search}`)
    void openInvitation(fragment, clinic, next).then((target) => navigate(target, { replace: true }))
  }, [clinic, next, navigate])

  return <AccessProgress text={texts.processing} />
}

async function openInvitation(fragment: string, clinic: string | undefined, next: string): Promise<string> {
  const toLogin = (error: string, message: string) => withQuery(paths.login, { error, message, c: clinic })
  const invite = readInviteFragment(fragment)
  if (invite.kind === 'none') return toLogin('invalid_state', texts.missing)
  if (invite.kind === 'incomplete') return toLogin('invite_failed', texts.incomplete)
  if (invite.kind === 'refused') return toLogin('invite_failed', texts.failed)
  try {
    const { data, error } = await openSession(invite)
    if (error && !isAuthSessionMissingError(error)) return toLogin('invite_failed', texts.failed)
    if (!data.session) return toLogin('invite_failed', texts.noSession)
    if (!data.user) return toLogin('invite_failed', texts.invalid)
    await auth.setSession(data.session)
    return withQuery(next, { c: clinic })
  } catch {
    return toLogin('invite_failed', texts.unexpected)
  }
}
