import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { longDate } from '#domain/appointments/visit-time.ts'
import { type CalendarView, calendarViews, dateOrNull, stepFrom } from '#domain/calendar/period.ts'
import { calendarTexts as texts } from '#domain/texts/calendar.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import type { Provider } from '../booking/queries.ts'
import type { useCalendar } from './use-calendar.ts'

/** "Monday, March 16, 2026", "Mar 15 – 21, 2026" or "March 2026". */
export function periodName(view: CalendarView, on: string, days: readonly string[]): string {
  if (view === 'day') return longDate(on)
  if (view === 'month') return formatMonth(on.slice(0, 7))
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(`${days[0]}T00:00:00Z`),
    new Date(`${days.at(-1)}T00:00:00Z`),
  )
}

export function CalendarToolbar({
  calendar: { view, on, provider, set },
  title,
  today,
  providers,
}: {
  calendar: ReturnType<typeof useCalendar>
  title: string
  today: string
  providers: readonly Provider[]
}) {
  return (
    <div className="space-y-4 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
        <h2 className="mr-auto font-display text-h3 font-medium" aria-live="polite">
          {title}
        </h2>
        <div className="flex items-center gap-2">
          <Button
            variant="outline"
            size="icon"
            aria-label={texts.earlier[view]}
            onClick={() => set({ on: stepFrom(view, on, -1) })}
          >
            <ChevronLeft aria-hidden />
          </Button>
          <Button variant="outline" disabled={on === today} onClick={() => set({ on: today })}>
            {texts.today}
          </Button>
          <Button
            variant="outline"
            size="icon"
            aria-label={texts.later[view]}
            onClick={() => set({ on: stepFrom(view, on, 1) })}
          >
            <ChevronRight aria-hidden />
          </Button>
          <Button variant="quiet" size="icon" aria-label={texts.print} onClick={() => window.print()}>
            <Printer aria-hidden />
          </Button>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[9rem_12rem_minmax(0,16rem)]">
        <Field label={texts.view}>
          {(control) => (
            <Select
              {...control}
              value={view}
              onChange={(event) => set({ view: event.target.value as CalendarView })}
            >
              {calendarViews.map((each) => (
                <option key={each} value={each}>
                  {texts.views[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={texts.goTo}>
          {(control) => (
            <Input
              type="date"
              {...control}
              value={on}
              onChange={(event) => {
                const chosen = dateOrNull(event.target.value)
                if (chosen) set({ on: chosen })
              }}
            />
          )}
        </Field>
        {providers.length > 0 && (
          <div className="col-span-2 sm:col-span-1">
            <Field label={texts.provider}>
              {(control) => (
                <Select
                  {...control}
                  value={provider}
                  onChange={(event) => set({ provider: event.target.value })}
                >
                  <option value="">{texts.everybody}</option>
                  {providers.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
        )}
      </div>
    </div>
  )
}
