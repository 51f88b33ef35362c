import * as Primitive from '@radix-ui/react-popover'
import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

export const { Root, Trigger } = Primitive

export function Content({
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
