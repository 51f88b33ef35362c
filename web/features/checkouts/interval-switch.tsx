import { type PlanInterval, planIntervals } from '#domain/plans/plans.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { cn } from '#web/components/ui/class-names.ts'

const texts = checkoutTexts.interval

export function IntervalSwitch({
  value,
  onChange,
}: {
  value: PlanInterval
  onChange(interval: PlanInterval): void
}) {
  return (
    <fieldset className="inline-flex gap-1 rounded-control bg-sunken p-1">
      <legend className="sr-only">{texts.label}</legend>
      {planIntervals.map((interval) => (
        <label
          key={interval}
          className={cn(
            'grid min-h-11 cursor-pointer place-items-center rounded-sm px-5 text-form font-semibold',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
            interval === value ? 'bg-surface text-primary shadow-rest' : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name="interval"
            className="sr-only"
            checked={interval === value}
            onChange={() => onChange(interval)}
          />
          {texts[interval]}
        </label>
      ))}
    </fieldset>
  )
}
