import * as Primitive from '@radix-ui/react-popover'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

export const Popover = Primitive.Root
export const PopoverTrigger = Primitive.Trigger

/** A panel beside its button. Takes focus, gives it back, and closes with Escape or a press elsewhere. */
export function PopoverContent({
  label,
  className,
  sideOffset = 8,
  ...props
}: ComponentProps<typeof Primitive.Content> & { label: string }) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        aria-label={label}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          'layer max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card',
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  )
}
