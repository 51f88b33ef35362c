import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. Utilities override component styles by CSS layer (styles/components/), so there is nothing to
 * merge.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
