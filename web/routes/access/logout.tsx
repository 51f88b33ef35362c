import { useEffect, useRef } from 'react'
import { paths, withQuery } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { AccessProgress } from '#web/features/access/access-progress.tsx'
import { auth, forgetSession } from '#web/lib/auth.ts'
import { mainUrl } from '#web/lib/clinic-address.ts'

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
  const { error } = await auth.signOut({ scope: 'global' }).catch((cause: unknown) => ({ error: cause }))
  forgetSession()
  location.assign(mainUrl(withQuery(paths.login, { message: error ? 'logout_failed' : undefined })))
}
