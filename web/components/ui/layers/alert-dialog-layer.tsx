import * as Primitive from '@radix-ui/react-alert-dialog'
import { type ReactNode, useRef } from 'react'
import { useOnce } from '#web/lib/hooks/use-once.ts'
import { Button } from '../button.tsx'
import { DialogActions } from '../dialog.tsx'
import { HeadingText } from '../heading-text.tsx'
import { Spinner } from '../spinner.tsx'
import { currentOpener, returnFocus } from './opener.ts'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const fields = 'input:not([type="checkbox"], [type="radio"], [type="file"], :disabled), select, textarea'

export function AlertDialogLayer({
  open,
  onOpenChange,
  title,
  consequence,
  safeLabel,
  actionLabel,
  actionVariant = 'danger',
  onAction,
  isBusy = false,
  children,
}: {
  open: boolean
  onOpenChange(open: boolean): void
  title: ReactNode
  consequence: ReactNode
  safeLabel: string
  actionLabel: string
  actionVariant?: 'danger' | 'primary'
  onAction(): void
  isBusy?: boolean
  children?: ReactNode
}) {
  const opener = useRef<HTMLElement>(null)
  const act = useOnce(onAction, { isBusy, isOver: !open })
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="veil" />
        <Primitive.Content
          className="layer dialog"
          // opened by state, not by a Radix trigger, so focus is restored here
          onOpenAutoFocus={(event) => {
            opener.current = currentOpener()
            const field = event.target instanceof Element && event.target.querySelector<Field>(fields)
            if (!field) return
            event.preventDefault()
            field.focus({ preventScroll: true })
            if (field instanceof HTMLInputElement) field.select()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus(opener.current)
          }}
        >
          <Primitive.Title className="font-display text-h3 font-medium">
            <HeadingText>{title}</HeadingText>
          </Primitive.Title>
          <Primitive.Description className="mt-2 break-words text-muted">{consequence}</Primitive.Description>
          {children}
          <DialogActions>
            <Primitive.Cancel asChild>
              <Button variant="outline" disabled={isBusy}>
                {safeLabel}
              </Button>
            </Primitive.Cancel>
            <Button variant={actionVariant} disabled={isBusy} onClick={act}>
              {isBusy && <Spinner />}
              {actionLabel}
            </Button>
          </DialogActions>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
