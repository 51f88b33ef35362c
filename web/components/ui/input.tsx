import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn('control', className)} {...props} />
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn('control', className)} {...props} />
}
