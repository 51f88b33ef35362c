import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'
import { lateLayer } from './layers/late-layer.tsx'

/** For small decisions; anything long is a page. The title is required; focus moves in and back. */
export const {
  Root: Dialog,
  Trigger: DialogTrigger,
  Content: DialogContent,
} = lateLayer('dialog', () => import('./layers/dialog-layer.tsx'))

/** The row of buttons at the end; the primary one, last in the markup, is on the right. */
export function DialogActions({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end', className)}
      {...props}
    />
  )
}
