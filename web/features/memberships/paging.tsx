import { membershipTexts } from '#domain/texts/memberships.ts'
import { Button } from '#web/components/ui/button.tsx'

/** "Showing 25 of 83 members", with paging when there are several pages. */
export function Paging({
  shown,
  total,
  page,
  pageCount,
  onPage,
}: {
  shown: number
  total: number
  page: number
  pageCount: number
  onPage(page: number): void
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-form text-muted tabular-nums">
        {membershipTexts.showing(shown, total)}
      </p>
      {pageCount > 1 && (
        <nav aria-label={membershipTexts.paging} className="flex gap-3">
          <Button variant="outline" disabled={page === 1} onClick={() => onPage(page - 1)}>
            {membershipTexts.previous}
          </Button>
          <Button variant="outline" disabled={page === pageCount} onClick={() => onPage(page + 1)}>
            {membershipTexts.next}
          </Button>
        </nav>
      )}
    </div>
  )
}
