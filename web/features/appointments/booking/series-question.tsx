import { calendarTexts } from '#domain/texts/calendar.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'

const texts = calendarTexts.move.series

/** Asks if the following visits of a series move too. @param onAnswer null: undo the move */
export function SeriesQuestion({
  patientName,
  onAnswer,
}: {
  patientName: string
  onAnswer(scope: 'one' | 'following' | null): void
}) {
  return (
    <Dialog open onOpenChange={(open) => open || onAnswer(null)}>
      <DialogContent title={texts.title(patientName)} description={texts.text}>
        <DialogActions>
          <Button variant="quiet" onClick={() => onAnswer(null)}>
            {texts.keep}
          </Button>
          <Button variant="outline" onClick={() => onAnswer('following')}>
            {texts.following}
          </Button>
          <Button onClick={() => onAnswer('one')}>{texts.one}</Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}
