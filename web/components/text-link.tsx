import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { cn } from './ui/class-names.ts'

export function TextLink({ className, ...props }: ComponentProps<typeof Link>) {
  return <Link className={cn('link', className)} {...props} />
}
