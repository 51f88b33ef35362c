import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { obstacleText } from '#domain/appointments/obstacle-text.ts'
import { shortDay, visitClock } from '#domain/appointments/visit-time.ts'
import type { HandoverVisit } from '#domain/handover/handover.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { handoverTexts as texts } from '#domain/texts/handover.ts'
import { wallClock } from '#domain/values/zones.ts'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Input } from '#web/components/ui/input.tsx'
import { obstaclesQuery } from '../booking/planned-times.tsx'
import { messageOf } from './handover-message.ts'
import type { Plan, PlannedRow } from './handover-plan.ts'

/** "Tue, Nov 24 at 9:00 AM" on the clinic's clock. */
export function whenOf({ startsAt, timeZone }: Pick<HandoverVisit, 'startsAt' | 'timeZone'>): string {
  const { date } = wallClock(Date.parse(startsAt), timeZone)
  return appointmentTexts.when(shortDay(date), visitClock({ startsAt, timeZone }))
}

export function HandoverRows({
  slug,
  providerId,
  providerName,
  takerName,
  rows,
  plan,
  onPlan,
}: {
  slug: string
  providerId: string
  providerName: string
  /** the chosen provider who takes the visits */
  takerName: string
  rows: readonly PlannedRow[]
  plan: Plan
  onPlan(changes: Partial<Plan>): void
}) {
  const id = useId()
  const possible = rows.filter(({ isPossible }) => isPossible)
  const count = rows.filter(({ isChecked }) => isChecked).length
  return (
    <section aria-label={texts.list}>
      {plan.way === 'provider' && !plan.takerId && (
        <p className="mb-1 text-note text-muted">{texts.takerFirst}</p>
      )}
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-form font-semibold">
        <Checkbox
          id={id}
          checked={count > 0 && count === rows.length}
          indeterminate={count > 0 && count < rows.length}
          disabled={possible.length === 0}
          // also after some: a box that is neither is ticked by a press
          onChange={() =>
            onPlan({
              checked: Object.fromEntries(
                rows.map(({ visit }) => [visit.appointmentId, count < possible.length]),
              ),
            })
          }
        />
        {texts.all}
      </label>
      <ul className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <HandoverRow
            key={row.visit.appointmentId}
            {...{ slug, providerId, providerName, takerName, row, rows, plan }}
            onCheck={(isChecked) =>
              onPlan({ checked: { ...plan.checked, [row.visit.appointmentId]: isChecked } })
            }
            onTime={(to) => onPlan({ times: { ...plan.times, [row.visit.appointmentId]: to } })}
          />
        ))}
      </ul>
    </section>
  )
}

function HandoverRow({
  slug,
  providerId,
  providerName,
  takerName,
  row,
  rows,
  plan,
  onCheck,
  onTime,
}: {
  slug: string
  providerId: string
  providerName: string
  takerName: string
  row: PlannedRow
  rows: readonly PlannedRow[]
  plan: Plan
  onCheck(isChecked: boolean): void
  onTime(to: { date: string; time: string }): void
}) {
  const id = useId()
  const { visit, isPossible, isChecked, obstacle, to } = row
  const { patientName, typeName, durationMinutes } = visit
  const when = whenOf(visit)
  const hasTaker = plan.way === 'provider' && plan.takerId !== ''
  return (
    <li className="flex gap-3 py-3 text-form">
      <Checkbox
        id={id}
        className="mt-0.5 flex-none"
        aria-label={texts.select(patientName, when)}
        aria-describedby={`${id}-about`}
        checked={isChecked}
        disabled={!isPossible}
        onChange={(event) => onCheck(event.target.checked)}
      />
      <div className="min-w-0 flex-1 space-y-1">
        <label
          htmlFor={id}
          className={cn('block font-semibold break-words', !isPossible && 'cursor-not-allowed')}
        >
          {texts.about(when, durationMinutes)}
        </label>
        <p className="break-words text-muted">{`${patientName} · ${typeName}`}</p>
        {plan.way === 'day' && (
          <div className="flex flex-wrap gap-2 pt-1">
            <Input
              type="date"
              className="w-40"
              aria-label={texts.date(patientName)}
              value={to?.date ?? ''}
              onChange={(event) => onTime({ date: event.target.value, time: to?.time ?? '' })}
            />
            <Input
              type="time"
              className="w-36"
              aria-label={texts.time(patientName)}
              value={to?.time ?? ''}
              onChange={(event) => onTime({ date: to?.date ?? '', time: event.target.value })}
            />
          </div>
        )}
        <div id={`${id}-about`} className="space-y-1 text-note">
          {hasTaker && (
            <p className={cn(obstacle ? 'font-semibold text-danger' : 'text-success')}>
              {obstacle ? texts.obstacles[obstacle](takerName) : texts.free}
            </p>
          )}
          {plan.way === 'day' && !to && <p className="text-danger">{texts.noFree}</p>}
          {plan.way === 'day' && plan.times[visit.appointmentId] && (
            <EnteredTime {...{ slug, providerId, providerName, row }} />
          )}
          {isChecked && <p className="break-words text-muted">{messageOf(row, plan.way, rows)}</p>}
        </div>
      </div>
    </li>
  )
}

/** The obstacle to a time that the user entered. */
function EnteredTime({
  slug,
  providerId,
  providerName,
  row,
}: {
  slug: string
  providerId: string
  providerName: string
  row: PlannedRow
}) {
  const { visit, to } = row
  const planned = useQuery(
    obstaclesQuery(
      slug,
      to?.date && to.time
        ? {
            ...{ patientId: '', appointmentId: visit.appointmentId, appointmentType: visit.type, providerId },
            ...{ roomId: visit.roomId ?? '', date: to.date, time: to.time, duration: visit.durationMinutes },
          }
        : null,
    ),
  )
  const [found] = planned.data?.dates ?? []
  return found?.obstacle ? (
    <p role="status" className="font-semibold text-danger">
      {obstacleText(found.obstacle, { ...found, provider: providerName })}
    </p>
  ) : null
}
