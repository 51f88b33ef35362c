import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'
import { lateLayer } from './layers/late-layer.tsx'

/** For small decisions; long content belongs on a page. Requires a title; moves focus in and back. */
export const {
  Root: Dialog,
  Trigger: DialogTrigger,
  Content: DialogContent,
} = lateLayer('dialog', () => import('./layers/dialog-layer.tsx'))

/** Buttons at the end; the primary one is last in the markup. */
export function DialogActions({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end', className)}
      {...props}
    />
  )
}
