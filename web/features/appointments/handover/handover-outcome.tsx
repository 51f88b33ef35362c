import { CircleAlert, CircleCheck } from 'lucide-react'
import { undoSeconds } from '#domain/appointments/visits.ts'
import { handoverTexts } from '#domain/texts/handover.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { StickyActions } from '#web/components/ui/sticky-actions.tsx'
import { instantOf } from './handover-message.ts'
import { whenOf } from './handover-rows.tsx'
import type { Outcome } from './use-handover.ts'

const texts = handoverTexts.done

/** The result of each visit, with Undo for all. */
export function HandoverOutcome({
  outcome,
  takerName,
  providerName,
  canUndo,
  isUndoing,
  onUndo,
  onRest,
  onClose,
}: {
  outcome: Outcome
  takerName: string
  providerName: string
  canUndo: boolean
  isUndoing: boolean
  onUndo(): void
  onRest(): void
  onClose(): void
}) {
  const { rows, way, changed, exceptionId } = outcome
  const { results } = changed
  const done = results.filter(({ result }) => result === 'done').length
  const notified = results.filter(({ result, notifies }) => result === 'done' && notifies).length
  const summary = [
    done > 0 && (way === 'cancel' ? texts.canceled(done) : texts.moved(done)),
    done < results.length && texts.notDone(results.length - done),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <div className="space-y-4">
      <Notice tone={done < results.length ? 'warning' : 'success'} title={summary}>
        {canUndo && notified > 0 && <p>{texts.notifies(undoSeconds, notified, done)}</p>}
        {exceptionId && <p>{texts.markedOff(providerName)}</p>}
      </Notice>
      <ul className="divide-y divide-line border-y border-line">
        {results.map(({ appointmentId, result, message }) => {
          const row = rows.find(({ visit }) => visit.appointmentId === appointmentId)
          if (!row) return null
          const isDone = result === 'done'
          const Icon = isDone ? CircleCheck : CircleAlert
          const done =
            way === 'cancel'
              ? texts.canceledOne
              : way === 'provider'
                ? texts.nowWith(takerName)
                : texts.nowTo(whenOf({ ...row.visit, startsAt: instantOf(row) }))
          return (
            <li key={appointmentId} className="flex gap-3 py-2.5 text-form">
              <Icon
                aria-hidden
                className={`mt-0.5 size-5 flex-none ${isDone ? 'text-success' : 'text-danger'}`}
              />
              <span className="min-w-0">
                <span className="block break-words">
                  {handoverTexts.select(row.visit.patientName, whenOf(row.visit))}
                </span>
                <span className="block font-semibold break-words">
                  {isDone ? done : [handoverTexts.results[result], message].filter(Boolean).join('. ')}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      <StickyActions>
        {canUndo && (
          <SubmitButton
            type="button"
            variant="outline"
            isBusy={isUndoing}
            busyText={handoverTexts.busy}
            onClick={() => isUndoing || onUndo()}
          >
            {texts.undo}
          </SubmitButton>
        )}
        {done < results.length && (
          <Button variant="outline" onClick={onRest}>
            {texts.rest}
          </Button>
        )}
        <Button onClick={onClose}>{handoverTexts.close}</Button>
      </StickyActions>
    </div>
  )
}
