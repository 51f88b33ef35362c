import type { ComponentProps } from 'react'
import { Button } from './ui/button.tsx'
import { Spinner } from './ui/spinner.tsx'

/** What is read page by page. */
export interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** Reads the next page of a list; absent at its end. While it works it keeps the focus. @param busyText instead of its words, meanwhile */
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
