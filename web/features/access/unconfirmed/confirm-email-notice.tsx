import type { User } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { accessTexts } from '#domain/texts/access.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { ConfirmAddressDialog } from './confirm-address-dialog.tsx'
import { useFreshSessionOnceConfirmed } from './use-fresh-session-once-confirmed.ts'

const texts = accessTexts.unconfirmed

/**
 * Asks users who joined with an unproven address to confirm it (docs/contracts/auth.md 9; docs/threats.md T31), by code
 * or link, or to correct it. Disappears once it is confirmed, even in another window.
 */
export function ConfirmEmailNotice() {
  const { user } = useSession()
  useWelcomeOnceConfirmed()
  if (!user?.email || user.email_confirmed_at) return null
  return <Unconfirmed user={user} />
}

function Unconfirmed({ user }: { user: User }) {
  useFreshSessionOnceConfirmed()
  const [isOpen, setOpen] = useState(false)
  return (
    <Notice tone="info" title={texts.title}>
      <p className="break-words">{texts.text(user.email ?? '')}</p>
      <Button variant="outline" size="small" className="mt-3 mb-1" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      <ConfirmAddressDialog user={user} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Notice>
  )
}

/** The confirmed session may come from another window. */
function useWelcomeOnceConfirmed(): void {
  const { user } = useSession()
  const isConfirmed = user ? Boolean(user.email_confirmed_at) : null
  const was = useRef(isConfirmed)

  useEffect(() => {
    if (was.current === false && isConfirmed) toast.success(texts.confirmed)
    was.current = isConfirmed
  }, [isConfirmed])
}
