import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './ui/button.tsx'

/**
 * Which rows of a list are shown: the first ones, until somebody asks for all of them.
 *
 * @param rows undefined before they are read
 */
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

/** Those rows, and the button for all of them. @param row draws an `li` @param more the button's words, for so many in all */
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
    // the pressed button is gone: on with the first row that it brought
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
