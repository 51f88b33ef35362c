import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. Utilities given by a page win over the component's own look, because that lives in the
 * components layer (styles/components.css): there is nothing to merge.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
