import * as Primitive from '@radix-ui/react-dropdown-menu'
import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/** Not modal: the page behind stays readable for screen readers, and pressing anywhere closes the menu. */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />
}
export const DropdownMenuTrigger = Primitive.Trigger
export const DropdownMenuRadioGroup = Primitive.RadioGroup

export function DropdownMenuContent({
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

export function DropdownMenuItem({
  className,
  danger = false,
  ...props
}: ComponentProps<typeof Primitive.Item> & { danger?: boolean }) {
  return <Primitive.Item className={cn('menu-item', danger && 'menu-item-danger', className)} {...props} />
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.RadioItem>) {
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

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label className={cn('px-2.5 pt-2 pb-1 text-note text-muted', className)} {...props} />
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className="mx-2.5 my-1.5 h-px bg-line" />
}
