import type { MemberPage } from '#domain/memberships/member-list.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { Button } from '#web/components/ui/button.tsx'
import type { ListPlace } from './queries.ts'

/** "Showing 25 of 83 members", Previous and Next; disabled at the ends (docs/specification.md B2.10). */
export function Paging({
  page: { members, total, previous, next },
  onGoTo,
}: {
  page: MemberPage
  onGoTo(place: ListPlace): void
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-form text-muted tabular-nums">
        {membershipTexts.showing(members.length, total)}
      </p>
      <nav aria-label={membershipTexts.paging} className="flex gap-3">
        <Button
          variant="outline"
          disabled={previous === null}
          onClick={() => previous && onGoTo({ beforeId: previous })}
        >
          {membershipTexts.previous}
        </Button>
        <Button variant="outline" disabled={next === null} onClick={() => next && onGoTo({ afterId: next })}>
          {membershipTexts.next}
        </Button>
      </nav>
    </div>
  )
}
