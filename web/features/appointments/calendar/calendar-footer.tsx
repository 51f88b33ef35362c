import { calendarTexts as texts } from '#domain/texts/calendar.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { type Coloring, colorings, type VisitColor } from './visit-colors.ts'

/** Below the calendar: its colors with their names, its time zone, and less frequent controls. */
export function CalendarFooter({
  zone,
  coloring,
  colors,
  isWhole,
  hasKeys,
  onColoring,
  onWhole,
}: {
  zone: string
  /** null: the view has no colors */
  coloring: Coloring | null
  colors: readonly VisitColor[]
  /** whether all 24 hours are shown; null: the view has no hours */
  isWhole: boolean | null
  hasKeys: boolean
  onColoring(coloring: Coloring): void
  onWhole(isWhole: boolean): void
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-note text-muted print:hidden">
      {coloring && (
        <div>
          <Select
            aria-label={texts.color}
            value={coloring}
            onChange={(event) => onColoring(event.target.value as Coloring)}
          >
            {colorings.map((each) => (
              <option key={each} value={each}>
                {texts.colors[each]}
              </option>
            ))}
          </Select>
        </div>
      )}
      {colors.map(({ key, hue, name, initials }) => (
        <span key={key} className="flex items-center gap-1.5">
          <span aria-hidden className="calendar-swatch clinic-color" data-clinic-color={hue} />
          <span aria-hidden className="font-semibold text-ink">
            {initials}
          </span>
          {name}
        </span>
      ))}
      <p>{texts.zone(zone)}</p>
      {isWhole !== null && (
        <Button variant="link" size="small" onClick={() => onWhole(!isWhole)}>
          {isWhole ? texts.fewerHours : texts.wholeDay}
        </Button>
      )}
      <Button variant="link" size="small" onClick={() => window.print()}>
        {texts.print}
      </Button>
      {hasKeys && <p className="basis-full">{texts.keys}</p>}
    </div>
  )
}
