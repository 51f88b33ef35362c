import * as Primitive from '@radix-ui/react-dropdown-menu'
import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

export function Root(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />
}
export const { Trigger, RadioGroup } = Primitive

export function Content({
  className,
  align = 'end',
  sideOffset = 6,
  ...props
}: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn('layer menu', className)}
        {...props}
      />
    </Primitive.Portal>
  )
}

export function Item({
  className,
  danger = false,
  ...props
}: ComponentProps<typeof Primitive.Item> & { danger?: boolean }) {
  return <Primitive.Item className={cn('menu-item', danger && 'menu-item-danger', className)} {...props} />
}

export function RadioItem({ className, children, ...props }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem className={cn('menu-item', className)} {...props}>
      <span className="size-4.5">
        <Primitive.ItemIndicator>
          <Check aria-hidden />
        </Primitive.ItemIndicator>
      </span>
      {children}
    </Primitive.RadioItem>
  )
}

export function Label({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={cn('px-2.5 pt-2 pb-1 text-note text-muted', className)} {...props} />
}

export function Separator() {
  return <Primitive.Separator className="mx-2.5 my-1.5 h-px bg-line" />
}
