import { type ComponentType, useEffect } from 'react'
import { useLocation } from 'react-router'
import { leaveWithoutAsking } from '../lib/page/leave-page.ts'
import { PageFailedHere } from './page-failed.tsx'

/** Replaces a page whose module could not be loaded; a second visit reloads the document. */
export function lateLoaded(): ComponentType {
  let failedAt: string | null = null
  return function LateLoaded() {
    const { key } = useLocation()
    useEffect(() => {
      failedAt ??= key
      if (failedAt !== key) leaveWithoutAsking(location.href)
    }, [key])
    return <PageFailedHere />
  }
}
