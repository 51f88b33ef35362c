import { missedNotice } from '#domain/plans/place-law.ts'
import { type Place, placeNames } from '#domain/plans/places.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { dateInText } from '#domain/values/dates.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { serverNow } from '#web/lib/page/clock.ts'

/** Warns if the clinic's local law requires a longer notice than the plan's end allows (docs/decisions/0125). */
export function MissedNotice({
  place,
  endsAt,
  timeZone,
}: {
  place: Place | null
  endsAt: string
  timeZone: string
}) {
  const missed = missedNotice(place, new Date(endsAt), serverNow())
  if (!missed) return null
  return (
    <Notice tone="warning" className="mt-4">
      {membershipTexts.cancelPlan.missedNotice(
        placeNames[missed.place],
        missed.days,
        dateInText(missed.endableFrom, timeZone),
      )}
    </Notice>
  )
}
