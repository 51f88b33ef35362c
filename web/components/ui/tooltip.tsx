import * as Primitive from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'

/** A short explanation on hover and focus. Never the only place for essential information; the child is a control. */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactElement
}) {
  return (
    <Primitive.Provider delayDuration={200}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content side={side} sideOffset={6} collisionPadding={8} className="layer tooltip">
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
