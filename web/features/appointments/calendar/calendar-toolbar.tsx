import { ChevronLeft, ChevronRight } from 'lucide-react'
import { shortDay } from '#domain/appointments/visit-time.ts'
import { type CalendarView, calendarViews, dateOrNull, stepFrom } from '#domain/calendar/period.ts'
import { calendarTexts as texts } from '#domain/texts/calendar.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import type { Provider } from '../booking/queries.ts'
import type { useCalendar } from './use-calendar.ts'

/** "Mon, Mar 16, 2026", "Mar 15 – 21, 2026" or "March 2026". */
export function periodName(view: CalendarView, on: string, days: readonly string[]): string {
  if (view === 'day') return `${shortDay(on)}, ${on.slice(0, 4)}`
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
    <div className="flex flex-wrap items-center gap-2 print:hidden">
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
      </div>
      <h2
        className="order-first mr-auto basis-full font-display text-lead font-medium sm:order-none sm:ml-1 sm:basis-auto"
        aria-live="polite"
      >
        {title}
      </h2>
      <Choice
        className="flex-1 sm:flex-none"
        label={texts.view}
        value={view}
        options={calendarViews.map((each) => [each, texts.views[each]])}
        onChange={(value) => set({ view: value as CalendarView })}
      />
      <Input
        type="date"
        className="w-[calc(50%-0.25rem)] sm:w-36"
        aria-label={texts.goTo}
        value={on}
        onChange={(event) => {
          const chosen = dateOrNull(event.target.value)
          if (chosen) set({ on: chosen })
        }}
      />
      {providers.length > 0 && (
        <Choice
          className="w-[calc(50%-0.25rem)] sm:w-40"
          label={texts.provider}
          value={provider}
          options={[['', texts.everybody], ...providers.map(({ id, name }) => [id, name] as const)]}
          onChange={(value) => set({ provider: value })}
        />
      )}
    </div>
  )
}

/** A list without a visible label: its values name its purpose. */
function Choice({
  label,
  value,
  options,
  className,
  onChange,
}: {
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  className?: string
  onChange(value: string): void
}) {
  return (
    <div className={className}>
      <Select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </Select>
    </div>
  )
}
