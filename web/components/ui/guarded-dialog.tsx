import { type ComponentProps, type ReactNode, useState } from 'react'
import { componentTexts } from '#domain/texts/components.ts'
import { SaveParts } from '../form/save-part.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { Dialog, DialogContent, DialogTrigger } from './dialog.tsx'

const { leave } = componentTexts

/**
 * A dialog with a form. After an entry, Escape and the button to close ask first; the form's own buttons do not.
 *
 * @param trigger the button that opens it @param unsaved what is lost @param stay the label of the safe button
 */
export function GuardedDialog({
  isOpen,
  onOpenChange,
  trigger,
  unsaved = leave.dialog.unsaved,
  stay = leave.dialog.stay,
  children,
  ...content
}: ComponentProps<typeof DialogContent> & {
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  trigger?: ReactNode
  unsaved?: string
  stay?: string
}) {
  const [isTyped, setTyped] = useState(false)
  const [isAsking, setAsking] = useState(false)
  // the caller may close it after saving
  if (!isOpen && isTyped) setTyped(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(opens) => (opens || !isTyped ? onOpenChange(opens) : setAsking(true))}
    >
      {trigger && <DialogTrigger asChild>{trigger}</DialogTrigger>}
      <DialogContent {...content} onInput={() => setTyped(true)}>
        <SaveParts value={null}>{children}</SaveParts>
        <AlertDialog
          open={isAsking}
          onOpenChange={setAsking}
          title={leave.title}
          consequence={unsaved}
          safeLabel={stay}
          actionLabel={leave.leave}
          onAction={() => {
            setAsking(false)
            onOpenChange(false)
          }}
        />
      </DialogContent>
    </Dialog>
  )
}
