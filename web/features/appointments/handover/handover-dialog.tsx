import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nextOpenTime } from '#domain/clinics/opening-hours.ts'
import { mostHandoverDays } from '#domain/handover/handover-days.ts'
import { handoverTexts as texts } from '#domain/texts/handover.ts'
import { addDays, dateIn, daysBetween, wallClock } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { ChoiceSwitch } from '#web/components/form/choice-switch.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Dialog, DialogActions, DialogContent } from '#web/components/ui/dialog.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { providersQuery } from '../booking/queries.ts'
import { HandoverOutcome, summaryOf } from './handover-outcome.tsx'
import { changesOf, type Plan, rowsOf, type Way, ways } from './handover-plan.ts'
import { HandoverRows } from './handover-rows.tsx'
import { handoverQuery, useHandover } from './use-handover.ts'

const newPlan: Plan = { way: 'provider', takerId: '', reason: '', checked: {}, times: {} }

/** Days of a provider whose visits are moved. */
interface Days {
  providerId: string
  from: string
  until: string
}

/**
 * Moves the visits of a provider who is sick or away: to another provider, to another day, or cancels them.
 * @param first the choices that a link made
 */
export default function HandoverDialog({
  clinic,
  first,
  onClose,
}: {
  clinic: Clinic
  first: { providerId: string; from: string | null; until: string | null }
  onClose(): void
}) {
  const slug = clinic.subdomain
  const today = dateIn(serverNow(), clinic.time_zone)
  const [days, setDays] = useState(() => firstDays(clinic, first, today))
  const [freeFrom, setFreeFrom] = useState('')
  const [plan, setPlan] = useState(newPlan)
  const [marksOff, setMarksOff] = useState(true)
  const providers = useQuery(providersQuery(slug))
  const handover = useHandover(slug)
  const { outcome, change, undo } = handover

  const { from, until } = days
  // a link may name another clinic's provider, or none yet
  const providerId = providers.data?.find(({ id }) => id === days.providerId)?.id ?? ''
  const count = from && until ? daysBetween(from, until) + 1 : 0
  const isValid = count >= 1 && count <= mostHandoverDays
  const firstFree = freeFrom > until ? freeFrom : isValid ? addDays(until, 1) : ''
  const visits = useQuery(
    handoverQuery(
      slug,
      providerId && isValid
        ? { providerId, from, days: count, ...(plan.way === 'day' && { freeFrom: firstFree }) }
        : null,
    ),
  )
  const data = providerId && isValid ? visits.data : undefined
  const rows = rowsOf(data?.visits ?? [], plan)
  const changes = changesOf(rows, plan)
  const nameOf = (id: string) => providers.data?.find((each) => each.id === id)?.name ?? ''

  /** Other visits: the earlier choices are not about them. */
  function choose(next: Partial<Days>): void {
    setDays((now) => {
      const chosen = { ...now, ...next }
      return chosen.until < chosen.from ? { ...chosen, until: chosen.from } : chosen
    })
    setPlan(({ way, reason }) => ({ ...newPlan, way, reason }))
  }

  function submit(): void {
    if (change.isPending || changes.length === 0) return
    const dayOff = marksOff && data?.isOff === false ? { providerId, from, until } : null
    change.mutate({ way: plan.way, rows, changes, dayOff })
  }

  const leave = () => outcome && handover.offerUndo(summaryOf(outcome))
  function close(): void {
    leave()
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => open || change.isPending || undo.isPending || close()}>
      <DialogContent title={texts.title} description={texts.lead(clinic.time_zone)}>
        {outcome ? (
          <HandoverOutcome
            outcome={outcome}
            takerName={nameOf(plan.takerId)}
            providerName={nameOf(providerId)}
            canUndo={handover.canUndo}
            isUndoing={undo.isPending}
            onUndo={() => undo.mutate(outcome)}
            onRest={handover.reset}
            onLeave={leave}
            onClose={close}
          />
        ) : (
          <form
            className="space-y-5"
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <div className="grid grid-cols-2 gap-4">
              <div className="col-span-2">
                <Field label={texts.provider}>
                  {(control) => (
                    <Select
                      {...control}
                      value={providerId}
                      onChange={(event) => choose({ providerId: event.target.value })}
                    >
                      <option value="">{texts.providerChoose}</option>
                      {providers.data
                        ?.filter(({ id, isActive }) => isActive || id === providerId)
                        .map(({ id, name }) => (
                          <option key={id} value={id}>
                            {name}
                          </option>
                        ))}
                    </Select>
                  )}
                </Field>
              </div>
              <Field label={texts.from}>
                {(control) => (
                  <Input
                    type="date"
                    {...control}
                    min={today}
                    value={from}
                    onChange={(event) => choose({ from: event.target.value })}
                  />
                )}
              </Field>
              <Field label={texts.until} {...(!isValid && { error: texts.untilWrong(mostHandoverDays) })}>
                {(control) => (
                  <Input
                    type="date"
                    {...control}
                    min={from}
                    value={until}
                    onChange={(event) => setDays((now) => ({ ...now, until: event.target.value }))}
                  />
                )}
              </Field>
            </div>
            {!providerId || !isValid ? null : visits.isPending || providers.isPending ? (
              <Loading>
                <Skeleton className="h-40 rounded-card" />
              </Loading>
            ) : !data ? (
              <ErrorState title={texts.failed} onRetry={() => void visits.refetch()} />
            ) : data.visits.length === 0 ? (
              <p className="text-muted">{texts.none(nameOf(providerId))}</p>
            ) : (
              <>
                <ChoiceSwitch
                  label={texts.how}
                  choices={ways.map((way): [Way, string] => [way, texts.ways[way]])}
                  value={plan.way}
                  onChange={(way) => setPlan((now) => ({ ...now, way, checked: {} }))}
                />
                <WayFields
                  plan={plan}
                  providers={data.providers.map((each) => ({
                    ...each,
                    free: data.visits.filter(({ takers }) => takers[each.id] === null).length,
                  }))}
                  count={data.visits.length}
                  firstFree={firstFree}
                  afterDays={addDays(until, 1)}
                  onPlan={(changed) => setPlan((now) => ({ ...now, ...changed }))}
                  onFreeFrom={(date) => {
                    setFreeFrom(date)
                    setPlan((now) => ({ ...now, times: {} }))
                  }}
                />
                <HandoverRows
                  {...{ slug, providerId, rows, plan }}
                  providerName={nameOf(providerId)}
                  takerName={nameOf(plan.takerId)}
                  onPlan={(changed) => setPlan((now) => ({ ...now, ...changed }))}
                />
                {!data.isOff && (
                  <MarkOff
                    label={texts.markOff(nameOf(providerId))}
                    isChecked={marksOff}
                    onChange={setMarksOff}
                  />
                )}
              </>
            )}
            <DialogActions>
              <Button variant="outline" onClick={onClose}>
                {texts.close}
              </Button>
              {data && data.visits.length > 0 && (
                <SubmitButton
                  variant={plan.way === 'cancel' ? 'danger' : 'primary'}
                  isBusy={change.isPending}
                  busyText={texts.busy}
                  disabled={changes.length === 0 || visits.isPlaceholderData}
                >
                  {texts.submit[plan.way](changes.length)}
                </SubmitButton>
              )}
            </DialogActions>
          </form>
        )}
      </DialogContent>
    </Dialog>
  )
}

/** Without a day in the address, the next on which the clinic is open. */
function firstDays(
  clinic: Clinic,
  { providerId, from: asked, until }: { providerId: string; from: string | null; until: string | null },
  today: string,
): Days {
  const open = nextOpenTime(clinic.opening_hours, wallClock(serverNow().getTime(), clinic.time_zone))
  const from = asked && asked >= today ? asked : (open?.date ?? today)
  return { providerId, from, until: until && until >= from ? until : from }
}

/** The field that a way of moving needs. */
function WayFields({
  plan,
  providers,
  count,
  firstFree,
  afterDays,
  onPlan,
  onFreeFrom,
}: {
  plan: Plan
  providers: readonly { id: string; name: string; free: number }[]
  count: number
  firstFree: string
  afterDays: string
  onPlan(changes: Partial<Plan>): void
  onFreeFrom(date: string): void
}) {
  if (plan.way === 'day')
    return (
      <Field label={texts.freeFrom}>
        {(control) => (
          <Input
            type="date"
            className="sm:max-w-60"
            {...control}
            min={afterDays}
            value={firstFree}
            onChange={(event) => onFreeFrom(event.target.value)}
          />
        )}
      </Field>
    )
  if (plan.way === 'cancel')
    return (
      <Field label={texts.reason} hint={texts.reasonHint} isOptional>
        {(control) => (
          <Textarea
            rows={2}
            maxLength={500}
            {...control}
            value={plan.reason}
            onChange={(event) => onPlan({ reason: event.target.value })}
          />
        )}
      </Field>
    )
  if (providers.length === 0) return <p className="text-muted">{texts.takerNone}</p>
  return (
    <Field label={texts.taker}>
      {(control) => (
        <Select
          {...control}
          value={plan.takerId}
          onChange={(event) => onPlan({ takerId: event.target.value, checked: {} })}
        >
          <option value="">{texts.takerChoose}</option>
          {providers.map(({ id, name, free }) => (
            <option key={id} value={id}>
              {texts.takerOf(name, free, count)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** Without it, the times that become free are booked again. */
function MarkOff({
  label,
  isChecked,
  onChange,
}: {
  label: string
  isChecked: boolean
  onChange(isChecked: boolean): void
}) {
  return (
    <div>
      <label htmlFor="handover-off" className="flex min-h-11 items-center gap-3 text-form font-semibold">
        <Checkbox
          id="handover-off"
          aria-describedby="handover-off-hint"
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id="handover-off-hint" className="text-note text-muted">
        {texts.markOffHint}
      </p>
    </div>
  )
}
