import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './ui/button.tsx'

/** Limits a list to its first rows until the user asks for all. @param rows undefined while loading */
export function useFirstRows<Row>(rows: readonly Row[] | undefined, count: number) {
  const [showsAll, setShowsAll] = useState(false)
  return {
    shown: showsAll ? rows : rows?.slice(0, count),
    count,
    all: rows?.length ?? 0,
    showsAll,
    showAll: () => setShowsAll(true),
  }
}

/**
 * The limited rows, and the button for all of them.
 *
 * @param row renders an `li`
 * @param more the button's label for the total
 */
export function FirstRows<Row>({
  of: { shown, count, all, showsAll, showAll },
  row,
  more,
}: {
  of: ReturnType<typeof useFirstRows<Row>>
  row(row: Row): ReactNode
  more(all: number): string
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const next = showsAll && list.current?.children[count]
    if (!(next instanceof HTMLElement)) return
    // the pressed button is gone: focus moves to the first added row
    next.tabIndex = -1
    next.focus({ preventScroll: true })
  }, [showsAll, count])
  return (
    <>
      <ul ref={list} className="divide-y divide-line">
        {shown?.map(row)}
      </ul>
      {!showsAll && all > count && (
        <Button variant="quiet" size="small" className="mt-3" onClick={showAll}>
          {more(all)}
        </Button>
      )}
    </>
  )
}
