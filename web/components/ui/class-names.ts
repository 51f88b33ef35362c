import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. Utilities of a page win over the component's own styles, which are in the components
 * layer (styles/components/), so there is nothing to merge.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
