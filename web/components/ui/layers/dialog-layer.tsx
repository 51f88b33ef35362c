import * as Primitive from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from '../button.tsx'
import { cn } from '../class-names.ts'
import { HeadingText } from '../heading-text.tsx'
import { currentOpener, returnFocus } from './opener.ts'

export const { Root, Trigger } = Primitive

export function Content({
  title,
  description,
  children,
  className,
  isOnTop = false,
  onOpenAutoFocus,
  onCloseAutoFocus,
  ...props
}: Omit<ComponentProps<typeof Primitive.Content>, 'title'> & {
  title: ReactNode
  description?: ReactNode
  isOnTop?: boolean
}) {
  const opener = useRef<HTMLElement>(null)
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={cn('veil', isOnTop && 'veil-on-top')} />
      <Primitive.Content
        className={cn('layer dialog', isOnTop && 'dialog-on-top', className)}
        {...(description ? {} : { 'aria-describedby': undefined })}
        {...props}
        onOpenAutoFocus={(event) => {
          opener.current = currentOpener()
          onOpenAutoFocus?.(event)
        }}
        // most dialogs are opened by state, without a trigger that Radix would return to
        onCloseAutoFocus={(event) => {
          onCloseAutoFocus?.(event)
          if (!event.defaultPrevented && returnFocus(opener.current)) event.preventDefault()
        }}
      >
        <Primitive.Title className="pr-10 font-display text-h3 font-medium">
          <HeadingText>{title}</HeadingText>
        </Primitive.Title>
        {description && (
          <Primitive.Description className="mt-1 break-words text-muted">{description}</Primitive.Description>
        )}
        <div className="mt-5">{children}</div>
        <Primitive.Close asChild>
          <Button
            variant="quiet"
            size="icon"
            className="absolute top-3 right-3"
            aria-label={shellTexts.dismiss}
          >
            <X aria-hidden />
          </Button>
        </Primitive.Close>
      </Primitive.Content>
    </Primitive.Portal>
  )
}
