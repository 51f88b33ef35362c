import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

const badgeVariants = cva('badge', {
  variants: {
    tone: {
      neutral: '',
      tint: 'badge-tint',
      success: 'badge-success',
      warning: 'badge-warning',
      danger: 'badge-danger',
      info: 'badge-info',
    },
  },
  defaultVariants: { tone: 'neutral' },
})

/** A state in one word. The color never replaces the word. */
export function Badge({
  className,
  tone,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeVariants>) {
  return <span className={cn(badgeVariants({ tone }), className)} {...props} />
}
