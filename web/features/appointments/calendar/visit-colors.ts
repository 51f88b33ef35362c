import type { ClinicColor } from '#domain/clinics/clinic-mark.ts'
import { calendarTexts } from '#domain/texts/calendar.ts'
import { initialsOf } from '#web/components/ui/avatar.tsx'
import type { Provider, VisitType } from '../booking/queries.ts'
import type { CalendarVisit } from './calendar-queries.ts'

export const colorings = ['provider', 'kind'] as const
export type Coloring = (typeof colorings)[number]

/** Neighbors differ most; each is legible in both themes. */
const hues: readonly ClinicColor[] = [
  'evergreen',
  'indigo',
  'terracotta',
  'plum',
  'olive',
  'berry',
  'lagoon',
  'slate',
]

/** A color with its name and initials, since color alone is not legible to all readers. */
export interface VisitColor {
  key: string
  /** absent: the clinic's own color */
  hue?: ClinicColor
  name: string
  initials: string
}

/** Of visits without a provider, at a clinic with providers. */
const unassigned: VisitColor = { key: '', name: calendarTexts.nobody, initials: '?' }

/** One color per provider, or per kind of visit. */
export function visitColors(
  coloring: Coloring,
  { providers, types }: { providers: readonly Provider[]; types: readonly VisitType[] },
): ReadonlyMap<string, VisitColor> {
  const named =
    coloring === 'provider'
      ? providers.map(({ id, name }) => ({ key: id, name }))
      : types.map(({ key, name }) => ({ key, name }))
  const colors = new Map<string, VisitColor>(
    named.map(({ key, name }, index) => [
      key,
      { key, name, hue: hues[index % hues.length] ?? 'slate', initials: initialsOf(name) },
    ]),
  )
  if (coloring === 'provider' && colors.size > 0) colors.set(unassigned.key, unassigned)
  return colors
}

/** @returns undefined for a visit without a provider at a clinic without providers */
export function colorOf(
  visit: Pick<CalendarVisit, 'providerId' | 'type'>,
  coloring: Coloring,
  colors: ReadonlyMap<string, VisitColor>,
): VisitColor | undefined {
  return colors.get(coloring === 'provider' ? (visit.providerId ?? '') : visit.type)
}
