import { deviceMs } from '../page/clock.ts'
import { auth } from './auth.ts'
import { sessionKeeper } from './session-keeper.ts'

const settledMs = 250
const checkPauseMs = 60_000

/**
 * Notices sign-ins and sign-outs elsewhere at once where the browser reports cookie changes, else when the tab becomes
 * visible; revocations always then.
 *
 * @returns stops following
 */
export function followStoredSession(): () => void {
  // the page's first requests already check the session
  let lastCheckAt = deviceMs()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function compare(): Promise<void> {
    const { data, error } = await auth.getSession()
    // a refresh without an answer does not end the session
    if (error) return
    const { session, hasEnded } = sessionKeeper.current()
    const isNew = data.session?.access_token !== session?.access_token
    if (hasEnded ? data.session : isNew) sessionKeeper.accept(data.session)
  }

  async function lookedAt(): Promise<void> {
    if (document.visibilityState !== 'visible') return
    await compare()
    if (!sessionKeeper.current().session || deviceMs() - lastCheckAt < checkPauseMs) return
    lastCheckAt = deviceMs()
    // removes a session that the server no longer knows
    await auth.getUser()
  }

  function soon(): void {
    // a session is several cookies, so changes arrive in a burst
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
