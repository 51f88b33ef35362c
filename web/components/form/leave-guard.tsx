import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { componentTexts } from '#domain/texts/components.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'

const texts = componentTexts.leave

/** Give this as a link's or a navigation's `state` to leave without being asked: what was typed has just been saved. */
export const justSaved = { isJustSaved: true }

/** Asks before unsaved changes are left, inside the app and when the tab is closed. @param isDirty there are some */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname && !nextLocation.state?.isJustSaved,
  )

  useEffect(() => {
    if (!isDirty) return
    // the browser shows its own words here
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', askBeforeUnload)
    return () => window.removeEventListener('beforeunload', askBeforeUnload)
  }, [isDirty])

  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title={texts.title}
      consequence={texts.consequence}
      safeLabel={texts.stay}
      actionLabel={texts.leave}
      onAction={() => blocker.proceed?.()}
    />
  )
}
