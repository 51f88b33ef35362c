import { type ReactNode, useSyncExternalStore } from 'react'
import { Folded } from './folded.tsx'

/** `Folded` where a page is a single narrow column; elsewhere the content alone. */
export function FoldedOnPhones(props: { name: ReactNode; children: ReactNode }) {
  const isWide = useSyncExternalStore(
    (onChange) => {
      wide.addEventListener('change', onChange)
      return () => wide.removeEventListener('change', onChange)
    },
    () => wide.matches,
  )
  return isWide ? props.children : <Folded {...props} />
}

/** The breakpoint `sm`. */
const wide = matchMedia('(min-width: 40rem)')
