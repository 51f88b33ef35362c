import { useEffect, useRef } from 'react'
import { paths, withQuery } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { auth, forgetSession } from '#web/lib/auth.ts'
import { mainUrl } from '#web/lib/clinic-address.ts'
import { connection } from '#web/lib/connection.ts'
import { isSessionLost } from '#web/lib/refusals.ts'

/** Signs out everywhere, then loads the main site's login, even when the server is unreachable. */
export default function Logout() {
  const hasStarted = useRef(false)

  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void signOut()
  }, [])

  return (
    <main id="content" className="flex justify-center px-4 py-24">
      <AccessProgress text={accessTexts.logout.title} />
    </main>
  )
}

async function signOut(): Promise<void> {
  const error = connection.state() === 'online' ? await signOutNow() : await signOutLater()
  forgetSession()
  location.assign(mainUrl(withQuery(paths.login, { message: error ? 'logout_failed' : undefined })))
}

/** @returns why it failed, or null; also notifies the other tabs */
async function signOutNow(): Promise<unknown> {
  const { error } = await auth.signOut({ scope: 'global' }).catch((cause: unknown) => ({ error: cause }))
  return error
}

/** Without a connection: on this device at once, for whoever uses it next; on the server as soon as it can be reached. */
async function signOutLater(): Promise<unknown> {
  const { data } = await auth.getSession()
  forgetSession()
  // nor could the login page be loaded before
  await connection.whenOnline()
  if (!data.session) return null
  const { error } = await auth.admin.signOut(data.session.access_token, 'global')
  return isSessionLost(error) ? null : error
}
