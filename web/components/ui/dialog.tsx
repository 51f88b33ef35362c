import type { ReactNode } from 'react'
import { componentTexts } from '#domain/texts/components.ts'
import { Button } from './button.tsx'
import { lateLayer } from './layers/late-layer.tsx'

/** For small decisions; long content belongs on a page. Requires a title; moves focus in and back. */
export const {
  Root: Dialog,
  Trigger: DialogTrigger,
  Content: DialogContent,
} = lateLayer('dialog', () => import('./layers/dialog-layer.tsx'))

/**
 * The buttons of a dialog, at its end and in view while it scrolls; the primary one is last in the markup. On phones
 * they fill the width.
 *
 * @param note a line above them @param onCancel adds "Cancel" before them
 */
export function DialogActions({
  note,
  onCancel,
  children,
}: {
  note?: ReactNode
  onCancel?: () => void
  children: ReactNode
}) {
  return (
    <div className="sticky-actions sticky -bottom-6 z-1 -mx-6 mt-6 -mb-6 space-y-3 rounded-b-card border-t border-line bg-surface px-6 py-4">
      {note}
      <div className="flex flex-wrap-reverse justify-end gap-3 max-sm:*:flex-auto max-sm:*:px-3">
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            {componentTexts.form.cancel}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}
