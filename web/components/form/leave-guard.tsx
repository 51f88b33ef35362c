import { useBlocker } from 'react-router'
import { componentTexts } from '#domain/texts/components.ts'
import { useAskBeforeUnload } from '#web/lib/hooks/use-ask-before-unload.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'

const texts = componentTexts.leave

/** A navigation `state` that skips the question, because the changes were just saved. */
export const justSaved = { isJustSaved: true }

/** Asks before a navigation or a closed tab loses unsaved changes. */
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
