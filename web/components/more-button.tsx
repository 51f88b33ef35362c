import type { ComponentProps } from 'react'
import { Button } from './ui/button.tsx'
import { Spinner } from './ui/spinner.tsx'

export interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** Reads a list's next page; hidden after the last. Holds the focus while loading. @param busyText label while loading */
export function MoreButton({
  list,
  busyText,
  children,
  ...props
}: ComponentProps<typeof Button> & { list: Pages; busyText?: string }) {
  if (!list.hasNextPage) return null
  const isBusy = list.isFetchingNextPage
  return (
    <Button
      variant="outline"
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || void list.fetchNextPage()}
      {...props}
    >
      {isBusy && <Spinner />}
      {isBusy && busyText ? busyText : children}
    </Button>
  )
}
