import { useDeferredValue } from 'react'

/**
 * Whether to render a page's first content, once its data are there. React renders it in steps, between which the browser
 * reacts to the user, instead of in the task of the answer. Content that is there from the start is rendered at once.
 */
export function useCalmStart(isReady: boolean): boolean {
  return useDeferredValue(isReady) && isReady
}
