import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'
import { HeadingText } from './heading-text.tsx'

/** A card. `fold` folds one corner: only for the hero card, access pages, empty states and receipts. */
export function Card({
  className,
  fold = false,
  padded = true,
  children,
  ...props
}: ComponentProps<'div'> & { fold?: boolean; padded?: boolean }) {
  return (
    <div className={cn('card', padded && 'card-pad', className)} {...props}>
      {children}
      {fold && <Fold />}
    </div>
  )
}

/** The folded corner. `--fold-ground` is the background behind the card (paper by default). */
function Fold() {
  return (
    <svg className="fold" viewBox="0 0 40 40" aria-hidden="true">
      <path className="fold-ground" d="M0 0H40V40Z" />
      <path className="fold-flap" d="M.5.5 39.5 39.5H9a8.5 8.5 0 0 1-8.5-8.5Z" />
      <path className="fold-edge" d="M.5.5V31A8.5 8.5 0 0 0 9 39.5H39.5" />
      <path className="fold-edge" d="M.5.5 39.5 39.5" />
    </svg>
  )
}

export function CardTitle({ className, children, ...props }: ComponentProps<'h2'>) {
  return (
    <h2 className={cn('font-display text-h3 font-medium', className)} {...props}>
      <HeadingText>{children}</HeadingText>
    </h2>
  )
}

export function CardNote({ className, ...props }: ComponentProps<'p'>) {
  return <p className={cn('mt-1 text-form text-muted', className)} {...props} />
}
