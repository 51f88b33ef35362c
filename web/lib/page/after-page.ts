import type { QueryClient } from '@tanstack/react-query'

/** Calls once no query has been loading for a while, for work that is not urgent. @returns cancels the call */
export function afterPage(queryClient: QueryClient, call: () => void, pauseMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function begin(): void {
    stop()
    call()
  }
  function look(): void {
    clearTimeout(timer)
    if (queryClient.isFetching() === 0) timer = setTimeout(begin, pauseMs)
  }
  const forget = queryClient.getQueryCache().subscribe(look)
  function stop(): void {
    clearTimeout(timer)
    forget()
  }
  look()
  return stop
}
