import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import { undoSeconds } from '#domain/appointments/visits.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { handoverTexts } from '#domain/texts/handover.ts'
import { wallClock } from '#domain/values/zones.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { instantOf } from './handover-message.ts'
import type { PlannedRow } from './handover-plan.ts'
import { whenOf } from './handover-rows.tsx'
import type { Outcome } from './use-handover.ts'

const texts = handoverTexts.done

/** "2 visits moved, 1 visit not changed". */
export function summaryOf({ way, changed: { results } }: Outcome): string {
  const done = results.filter(({ result }) => result === 'done').length
  return [
    done > 0 && (way === 'cancel' ? texts.canceled(done) : texts.moved(done)),
    done < results.length && texts.notDone(results.length - done),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The result of each visit, also of those that stay, with Undo for all. */
export function HandoverOutcome({
  outcome,
  takerName,
  providerName,
  canUndo,
  isUndoing,
  onUndo,
  onRest,
  onLeave,
  onClose,
}: {
  outcome: Outcome
  takerName: string
  providerName: string
  canUndo: boolean
  isUndoing: boolean
  onUndo(): void
  onRest(): void
  /** a link leads to another page */
  onLeave(): void
  onClose(): void
}) {
  const { rows, way, changed, exceptionId } = outcome
  const { results } = changed
  const done = results.filter(({ result }) => result === 'done').length
  return (
    <div className="space-y-4">
      <Notice tone={done < results.length ? 'warning' : 'success'} title={summaryOf(outcome)}>
        {canUndo && <Messages {...{ outcome, onLeave }} />}
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
        {rows.map(
          (row) =>
            row.isChecked || <Staying key={row.visit.appointmentId} {...{ row, way, takerName, onLeave }} />,
        )}
      </ul>
      <DialogActions>
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
      </DialogActions>
    </div>
  )
}

/** Which patients are notified of the changes, and which the desk calls. */
function Messages({ outcome: { rows, way, changed }, onLeave }: { outcome: Outcome; onLeave(): void }) {
  const done = rows.filter(({ visit }) =>
    changed.results.some((each) => each.appointmentId === visit.appointmentId && each.result === 'done'),
  )
  const isSilent = (row: PlannedRow) => {
    const { way: reach } = row.visit
    return reach === 'call' || reach === 'none' || (reach === 'guardian' && way === 'provider')
  }
  const named = (reach: PlannedRow['visit']['way']) => [
    ...new Set(
      done.filter((row) => isSilent(row) && row.visit.way === reach).map(({ visit }) => visit.patientName),
    ),
  ]
  const [calls, guardians, unwished] = [named('call'), named('guardian'), named('none')]
  const notified = done.filter((row) => !isSilent(row)).length
  return (
    <>
      {notified > 0 && <p>{texts.notifies(undoSeconds, notified, done.length)}</p>}
      {calls.length > 0 && (
        <p>
          {texts.toCall(listOf(calls), undoSeconds)}{' '}
          <TextLink
            replace
            to={withClinic(withQuery(paths.appointments, { tab: 'calls' }))}
            onClick={onLeave}
          >
            {texts.toCallLink}
          </TextLink>
          .
        </p>
      )}
      {guardians.length > 0 && <p>{texts.toGuardian(listOf(guardians))}</p>}
      {unwished.length > 0 && <p>{texts.unwished(listOf(unwished))}</p>}
    </>
  )
}

/** A visit of the list that was not chosen, with the reason if there is one. */
function Staying({
  row: { visit, obstacle },
  way,
  takerName,
  onLeave,
}: {
  row: PlannedRow
  way: Outcome['way']
  takerName: string
  onLeave(): void
}) {
  const { date } = wallClock(Date.parse(visit.startsAt), visit.timeZone)
  const stays = way === 'cancel' ? texts.staysNotCanceled : texts.stays
  return (
    <li className="flex gap-3 py-2.5 text-form">
      <CircleMinus aria-hidden className="mt-0.5 size-5 flex-none text-warning" />
      <span className="min-w-0">
        <span className="block break-words">{handoverTexts.select(visit.patientName, whenOf(visit))}</span>
        <span className="block font-semibold break-words">
          {[stays, obstacle && handoverTexts.obstacles[obstacle](takerName)].filter(Boolean).join('. ')}
        </span>
        <TextLink
          // Back does not open the finished dialog again
          replace
          onClick={onLeave}
          to={withClinic(withQuery(paths.appointments, { tab: 'calendar', view: 'day', on: date }))}
        >
          {texts.show}
        </TextLink>
      </span>
    </li>
  )
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(names)
}
