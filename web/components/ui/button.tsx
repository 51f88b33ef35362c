import * as Slot from '@radix-ui/react-slot'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

export const buttonVariants = cva('button', {
  variants: {
    variant: {
      primary: 'button-primary',
      outline: 'button-outline',
      quiet: 'button-quiet',
      tint: 'button-tint',
      danger: 'button-danger',
      link: 'button-link',
    },
    size: { small: 'button-small', normal: '', large: 'button-large', icon: 'button-icon' },
  },
  defaultVariants: { variant: 'primary', size: 'normal' },
})

/** With `asChild` the styles apply to the child: `<Button asChild><Link to=...>`. */
export function Button({
  className,
  variant,
  size,
  asChild,
  type = 'button',
  ...props
}: ComponentProps<'button'> & VariantProps<typeof buttonVariants> & { asChild?: boolean }) {
  const classes = cn(buttonVariants({ variant, size }), className)
  if (asChild) return <Slot.Root className={classes} {...props} />
  return <button type={type} className={classes} {...props} />
}
