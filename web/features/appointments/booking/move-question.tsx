import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { calendarTexts } from '#domain/texts/calendar.ts'
import { instantsOf, timeOf } from '#domain/values/zones.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import type { useVisitMove } from '../calendar/use-visit-move.ts'

const { anyway: texts, series: seriesTexts } = calendarTexts.move

/** Asks about a dropped visit: if the time is meant although it is unusual, then which visits of its series move. */
export function MoveQuestion({ move, zone }: { move: ReturnType<typeof useVisitMove>; zone: string }) {
  if (!move.asked) return null
  const { visit, draft, warning } = move.asked
  if (!warning) return <SeriesQuestion patientName={visit.patientName} onAnswer={move.answer} />
  const startsAt = instantsOf(draft.date, timeOf(draft.from), zone)[0] ?? Date.parse(visit.startsAt)
  const clock = visitClock({ startsAt: new Date(startsAt).toISOString(), timeZone: zone })
  const when = appointmentTexts.when(shortDay(draft.date), clock)
  return (
    <Dialog open onOpenChange={(open) => open || move.answer(null)}>
      <DialogContent title={texts.title(visit.patientName, when)} description={warning}>
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

/** Asks if the following visits of a series move too. @param onAnswer null: undo the move */
function SeriesQuestion({
  patientName,
  onAnswer,
}: {
  patientName: string
  onAnswer(scope: 'one' | 'following' | null): void
}) {
  return (
    <Dialog open onOpenChange={(open) => open || onAnswer(null)}>
      <DialogContent title={seriesTexts.title(patientName)} description={seriesTexts.text}>
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
