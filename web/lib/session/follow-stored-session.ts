import { auth } from './auth.ts'
import { sessionKeeper } from './session-keeper.ts'

const settledMs = 250
const checkPauseMs = 60_000

/**
 * Notices what happened to the session elsewhere: signed out, or in, in another tab or on another host that shares the cookie,
 * at once where the browser reports changed cookies, else when this tab is looked at; revoked on another device, when it is
 * looked at.
 *
 * @returns stops following
 */
export function followStoredSession(): () => void {
  // the page's first questions are answered by the server
  let lastCheckAt = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function compare(): Promise<void> {
    const { data, error } = await auth.getSession()
    // no answer to a refresh says nothing about the session
    if (error) return
    const { session, hasEnded } = sessionKeeper.current()
    const isNew = data.session?.access_token !== session?.access_token
    if (hasEnded ? data.session : isNew) sessionKeeper.accept(data.session)
  }

  async function lookedAt(): Promise<void> {
    if (document.visibilityState !== 'visible') return
    await compare()
    if (!sessionKeeper.current().session || Date.now() - lastCheckAt < checkPauseMs) return
    lastCheckAt = Date.now()
    // removes the session if the server does not know it any more
    await auth.getUser()
  }

  function soon(): void {
    // a session is several cookies
    clearTimeout(timer)
    timer = setTimeout(() => void compare(), settledMs)
  }

  const look = () => void lookedAt()
  const cookies = (window as { cookieStore?: EventTarget }).cookieStore
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  cookies?.addEventListener('change', soon)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('focus', look)
    cookies?.removeEventListener('change', soon)
  }
}
