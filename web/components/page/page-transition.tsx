import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { followNavigation, type TransitionState } from '#web/lib/page/follow-navigation.ts'

export function PageTransition() {
  const { key } = useLocation()
  const isFetching = useNavigation().state === 'loading'
  const [state, setState] = useState<TransitionState>('idle')

  useEffect(() => {
    if (key === 'default' && !isFetching) return
    return followNavigation(isFetching, setState)
  }, [key, isFetching])

  return <div aria-hidden="true" className="page-transition" data-state={state} />
}
