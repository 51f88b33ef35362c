import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

const stepMs = 300

/**
 * A thin line at the top while a page loads: loading, complete after 300 ms, idle after another 300
 * (docs/specification.md A4).
 */
export function PageTransition() {
  const { key } = useLocation()
  const isFetching = useNavigation().state === 'loading'
  const [state, setState] = useState<'idle' | 'loading' | 'complete'>('idle')

  useEffect(() => {
    if (key === 'default' && !isFetching) return
    setState('loading')
    if (isFetching) return
    const toComplete = setTimeout(() => setState('complete'), stepMs)
    const toIdle = setTimeout(() => setState('idle'), 2 * stepMs)
    return () => {
      clearTimeout(toComplete)
      clearTimeout(toIdle)
    }
  }, [key, isFetching])

  return <div aria-hidden="true" className="page-transition" data-state={state} />
}
