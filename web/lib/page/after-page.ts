import type { QueryClient } from '@tanstack/react-query'

/**
 * Calls once nothing has been read for a while, which is when the page shows what it has: for what nobody waits for.
 *
 * @returns calls it off
 */
export function afterPage(queryClient: QueryClient, call: () => void, pauseMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function begin(): void {
    stop()
    call()
  }
  function look(): void {
    clearTimeout(timer)
    // what is shown may ask for more
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
