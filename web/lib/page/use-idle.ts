import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { afterPage } from './after-page.ts'

const idle = new Set<string>()
const longestMs = 500

/** True once no query is loading and the browser is idle: for parts below the first screen. True at once on a return to `page`. */
export function useIdle(page: string): boolean {
  const queryClient = useQueryClient()
  const [isIdle, setIdle] = useState(() => idle.has(page))
  useEffect(() => {
    const draw = () => {
      idle.add(page)
      setIdle(true)
    }
    return afterPage(
      queryClient,
      () => {
        if ('requestIdleCallback' in window) requestIdleCallback(draw, { timeout: longestMs })
        else draw()
      },
      0,
    )
  }, [queryClient, page])
  return isIdle
}
