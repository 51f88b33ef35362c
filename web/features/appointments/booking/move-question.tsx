import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import type { Draft } from '#domain/calendar/grid.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { calendarTexts } from '#domain/texts/calendar.ts'
import { instantsOf, timeOf } from '#domain/values/zones.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { draftOf, type useVisitMove } from '../calendar/use-visit-move.ts'
import type { Provider } from './queries.ts'

const { anyway: texts, series: seriesTexts, place: placeTexts } = calendarTexts.move

/** Asks about a dropped visit: if the time is meant although it is unusual, then which visits of its series move. */
export function MoveQuestion({
  move,
  zone,
  providers,
}: {
  move: ReturnType<typeof useVisitMove>
  zone: string
  providers: readonly Provider[]
}) {
  if (!move.asked) return null
  const { visit, draft, warning } = move.asked
  const now = draftOf(visit)
  if (!warning)
    return (
      <SeriesQuestion
        patientName={visit.patientName}
        from={placeText(now, draft, zone, providers)}
        to={placeText(draft, now, zone, providers)}
        onAnswer={move.answer}
      />
    )
  return (
    <Dialog open onOpenChange={(open) => open || move.answer(null)}>
      <DialogContent
        title={texts.title(visit.patientName, whenOf(draft, zone))}
        description={`${texts.now(placeText(now, draft, zone, providers))} ${warning}`}
      >
        <DialogActions>
          <Button variant="outline" onClick={() => move.answer(null)}>
            {texts.keep}
          </Button>
          <Button onClick={move.confirm}>{texts.action}</Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}

/** "Tue, Nov 24 at 9:00 AM". */
function whenOf({ date, from }: Draft, zone: string): string {
  const [instant] = instantsOf(date, timeOf(from), zone)
  // an hour that the change of the clocks skips has no instant
  const clock =
    instant === undefined
      ? timeOf(from)
      : visitClock({ startsAt: new Date(instant).toISOString(), timeZone: zone })
  return appointmentTexts.when(shortDay(date), clock)
}

/** A visit's place in the calendar; length and provider only where they differ from `other`. */
function placeText(draft: Draft, other: Draft, zone: string, providers: readonly Provider[]): string {
  const { providerId, minutes } = draft
  return [
    whenOf(draft, zone),
    minutes !== other.minutes && placeTexts.minutes(minutes),
    providerId !== other.providerId &&
      placeTexts.with(providers.find(({ id }) => id === providerId)?.name ?? null),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Asks if the following visits of a series move too. @param onAnswer null: undo the move */
function SeriesQuestion({
  patientName,
  from,
  to,
  onAnswer,
}: {
  patientName: string
  /** the visit's place now, and the one it was dropped at */
  from: string
  to: string
  onAnswer(scope: 'one' | 'following' | null): void
}) {
  return (
    <Dialog open onOpenChange={(open) => open || onAnswer(null)}>
      <DialogContent
        title={seriesTexts.title(patientName)}
        description={seriesTexts.text(from, to)}
        className="sm:max-w-none sm:w-144"
      >
        <DialogActions>
          <Button variant="quiet" onClick={() => onAnswer(null)}>
            {seriesTexts.keep}
          </Button>
          <Button variant="outline" onClick={() => onAnswer('following')}>
            {seriesTexts.following}
          </Button>
          <Button onClick={() => onAnswer('one')}>{seriesTexts.one}</Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}
