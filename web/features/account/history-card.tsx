import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoreButton, type Pages } from '#web/components/more-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'

interface HistoryQuery extends Pages {
  data: unknown
  isError: boolean
  refetch(): unknown
}

/** A list opened on demand and read page by page, newest first. `children` are its rows. */
export function HistoryCard({
  texts,
  query,
  isOpen,
  isEmpty,
  onOpen,
  note,
  children,
}: {
  texts: {
    title: string
    lead: string
    open: string
    empty: string
    more: string
    failed: string
    loading: string
  }
  query: HistoryQuery
  isOpen: boolean
  isEmpty: boolean
  onOpen(): void
  note?: ReactNode
  children: ReactNode
}) {
  const title = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    // the pressed button is gone
    if (isOpen && !wasOpen.current) title.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])

  if (query.isError && !query.data) {
    return (
      <div className="mt-6">
        <ErrorState title={texts.failed} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  return (
    <Card className="mt-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <CardTitle ref={title} tabIndex={-1}>
            {texts.title}
          </CardTitle>
          <CardNote>{texts.lead}</CardNote>
        </div>
        {!isOpen && (
          <Button variant="outline" onClick={onOpen}>
            {texts.open}
          </Button>
        )}
      </div>
      {isOpen && !query.data && (
        <Loading label={texts.loading}>
          <Skeleton className="mt-6 h-12 w-full" />
          <Skeleton className="mt-4 h-12 w-full" />
        </Loading>
      )}
      {isOpen && Boolean(query.data) && (
        <>
          {isEmpty ? (
            <p className="mt-4 text-muted">{texts.empty}</p>
          ) : (
            <ul className="mt-4 divide-y divide-line">{children}</ul>
          )}
          <MoreButton list={query} className="mt-4">
            {texts.more}
          </MoreButton>
          {note}
        </>
      )}
    </Card>
  )
}
