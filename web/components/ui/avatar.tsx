import { useState } from 'react'
import { cn } from './class-names.ts'

/** A picture or initials. Decorative: the name is next to it. */
export function Avatar({ name, src, className }: { name: string; src?: string | null; className?: string }) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const classes = cn('size-9 flex-none rounded-full', className)
  if (src && src !== failedSrc) {
    return <img src={src} alt="" className={cn(classes, 'object-cover')} onError={() => setFailedSrc(src)} />
  }
  // drawn by CSS, so that they are not part of an enclosing button's name
  return (
    <span
      aria-hidden="true"
      // generated content: visible text must be part of a button's name (WCAG 2.5.3), and initials are decoration
      data-initials={initialsOf(name)}
      className={cn(
        classes,
        'inline-grid place-items-center bg-tint text-note font-semibold text-primary before:content-[attr(data-initials)]',
      )}
    />
  )
}

/** "ER" for Elena Ruiz. */
export function initialsOf(name: string): string {
  // a nickname in quotation marks is not a family name
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  return chosen
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
