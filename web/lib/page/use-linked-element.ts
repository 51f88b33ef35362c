import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to the element that the address names after `#`, once it is drawn. */
export function useLinkedElement(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on a link scrolls again
  useEffect(() => {
    const id = hash.slice(1)
    if (!/^[\w-]+$/.test(id)) return
    let isOver = false
    let stop = () => {}
    void import('./show-linked.ts').then(({ showLinked }) => {
      if (!isOver) stop = showLinked(id)
    })
    return () => {
      isOver = true
      stop()
    }
  }, [hash, key])
}
