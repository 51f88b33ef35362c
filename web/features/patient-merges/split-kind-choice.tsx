import type { SplitItem, SplitKind } from '#domain/patient-merges/splits.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { TimeText } from '#web/components/date-text.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'

const texts = patientMergeTexts.split

/** What of one kind is to move. Visits that repeat are chosen together. */
export function SplitKindChoice({
  kind,
  items,
  total,
  chosen,
  timeZone,
  onChange,
}: {
  kind: SplitKind
  items: SplitItem[]
  total: number
  chosen: readonly string[]
  timeZone: string
  onChange(ids: string[]): void
}) {
  const isAll = chosen.length === items.length
  function toggle({ id, group }: SplitItem, isChosen: boolean): void {
    const together =
      group === null ? [id] : items.filter((item) => item.group === group).map((item) => item.id)
    const others = chosen.filter((other) => !together.includes(other))
    onChange(isChosen ? [...others, ...together] : others)
  }
  return (
    <fieldset>
      <legend className="flex w-full flex-wrap items-baseline justify-between gap-3">
        <span className="font-semibold">{texts.kinds[kind]}</span>
        {chosen.length > 0 && <span className="text-note text-muted">{texts.chosen(chosen.length)}</span>}
      </legend>
      <label htmlFor={`all-${kind}`} className="mt-2 flex items-center gap-3 text-form">
        <Checkbox
          id={`all-${kind}`}
          checked={isAll}
          indeterminate={!isAll && chosen.length > 0}
          onChange={({ target }) => onChange(target.checked ? items.map(({ id }) => id) : [])}
        />
        {texts.chooseAll}
      </label>
      <ul className="mt-2 max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
        {items.map((item) => (
          <li key={item.id}>
            <label htmlFor={item.id} className="flex items-start gap-3 py-2.5">
              <Checkbox
                id={item.id}
                className="mt-1"
                checked={chosen.includes(item.id)}
                onChange={({ target }) => toggle(item, target.checked)}
              />
              <span className="min-w-0">
                <span className="block break-words">{item.title}</span>
                <span className="block text-note text-muted">
                  {item.at && <TimeText value={item.at} timeZone={timeZone} />}
                  {item.detail && ` · ${item.detail}`}
                  {item.group && ` · ${texts.repeats}`}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {total > items.length && (
        <p className="mt-1.5 text-note text-muted">{texts.onlyNewest(items.length, total)}</p>
      )}
    </fieldset>
  )
}
