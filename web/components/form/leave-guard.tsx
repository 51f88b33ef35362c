import { useBlocker } from 'react-router'
import { componentTexts } from '#domain/texts/components.ts'
import { useAskBeforeUnload } from '#web/lib/hooks/use-ask-before-unload.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'

const texts = componentTexts.leave

/** Pass it as a navigation's `state` to leave without being asked, because the changes were just saved. */
export const justSaved = { isJustSaved: true }

/** Asks before unsaved changes are lost, by navigation or by closing the tab. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname && !nextLocation.state?.isJustSaved,
  )

  useAskBeforeUnload(isDirty)

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
