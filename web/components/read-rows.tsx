import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { FirstRows, type useFirstRows } from './first-rows.tsx'
import { Loading, Skeleton } from './ui/skeleton.tsx'

/**
 * The first rows of a list that is read: pending, error with retry, empty, content.
 *
 * @param of the rows of `read`
 * @param row renders an `li`
 */
export function ReadRows<Row>({
  read,
  of,
  texts,
  row,
}: {
  read: Pick<UseQueryResult<readonly Row[]>, 'isPending' | 'data' | 'refetch'>
  of: ReturnType<typeof useFirstRows<Row>>
  texts: { failed: string; none: string; more(all: number): string }
  row(row: Row): ReactNode
}) {
  if (read.isPending)
    return (
      <Loading>
        <Skeleton className="h-16 rounded-control" />
      </Loading>
    )
  if (!read.data) return <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
  if (read.data.length === 0) return <p className="text-form text-muted">{texts.none}</p>
  return <FirstRows of={of} more={texts.more} row={row} />
}
