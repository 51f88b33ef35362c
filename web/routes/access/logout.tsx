import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths, withQuery } from '#domain/paths.ts'
import { failureTexts } from '#domain/texts/failures.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { toast } from '#web/components/ui/toast.ts'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { mainUrl } from '#web/lib/clinic/clinic-address.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { isSessionLost, refusalSentence } from '#web/lib/fetch/refusals.ts'
import { connection } from '#web/lib/offline/connection.ts'
import { forgetDrafts } from '#web/lib/offline/drafts.ts'
import { forgetLessons } from '#web/lib/offline/stored-lessons.ts'
import { forgetSlides } from '#web/lib/offline/stored-slides.ts'
import { forgetSession } from '#web/lib/page/site-storage.ts'
import { auth } from '#web/lib/session/auth.ts'

const longestWaitMs = 10_000

/**
 * Signs out everywhere, then loads the main site's login, even if the server is unreachable. With the state
 * `isBackOnFailure`, a failure leads back, still signed in.
 */
export default function Logout() {
  const hasStarted = useRef(false)
  const navigate = useNavigate()
  const mayGoBack = useLocation().state?.isBackOnFailure === true

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void signOut(mayGoBack).then((isSignedOut) => {
      if (isSignedOut) return
      toast.error(shellTexts.logout.notDone, { description: shellTexts.logout.notDoneDetail })
      void navigate(-1)
    })
  }, [navigate, mayGoBack])

  return (
    <main id="content" className="flex justify-center px-4 py-24">
      <AccessProgress text={shellTexts.logout.title} />
    </main>
  )
}

/** @param mayGoBack true if a failure may leave the session @returns false if it did */
async function signOut(mayGoBack: boolean): Promise<boolean> {
  const error = connection.state() === 'online' ? await signOutNow() : await signOutLater()
  if (error && mayGoBack && (await auth.getSession()).data.session) return false
  forgetSession()
  forgetDrafts()
  forgetSlides()
  forgetLessons()
  const failure = error
    ? { message: 'logout_failed', reason: refusalSentence(error) ?? undefined }
    : { message: undefined }
  location.assign(mainUrl(withQuery(paths.login, failure)))
  return true
}

/** @returns the failure, or null; also notifies the other tabs */
async function signOutNow(): Promise<unknown> {
  const answer = auth.signOut({ scope: 'global' }).catch((cause: unknown) => ({ error: cause }))
  const { error } = await Promise.race([answer, noAnswer()])
  return error
}

/** Without an answer: signs out locally, to protect the session on a shared computer. */
async function noAnswer(): Promise<{ error: ApiError }> {
  await new Promise((done) => setTimeout(done, longestWaitMs))
  return { error: new ApiError('unreachable', 0, failureTexts.unavailable) }
}

/** Offline: signs out this device at once, and the server once it is reachable. */
async function signOutLater(): Promise<unknown> {
  const { data } = await auth.getSession()
  forgetSession()
  forgetLessons()
  // the login page cannot be loaded before
  await connection.whenOnline()
  if (!data.session) return null
  const { error } = await auth.admin.signOut(data.session.access_token, 'global')
  return isSessionLost(error) ? null : error
}
