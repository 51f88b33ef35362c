import { missedNotice } from '#domain/plans/place-law.ts'
import { type Place, placeNames } from '#domain/plans/places.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { dateInText } from '#domain/values/dates.ts'
import { Notice } from '#web/components/ui/notice.tsx'

/** Says where the law of the clinic's place asks for more notice than a plan that is ended now has left (docs/decisions/0125). */
export function MissedNotice({
  place,
  endsAt,
  timeZone,
}: {
  place: Place | null
  endsAt: string
  timeZone: string
}) {
  const missed = missedNotice(place, new Date(endsAt), new Date())
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
