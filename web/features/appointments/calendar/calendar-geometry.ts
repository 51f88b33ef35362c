import { type Draft, gridStep, type Span } from '#domain/calendar/grid.ts'
import type { Column } from './calendar-columns.ts'

/** Height of a minute: a quarter of an hour is a target of 24 px. */
export const pxPerMinute = 1.6

/**
 * The draft after an arrow key; null for any other key. Up and down move by 15 minutes, or change its length with
 * Shift.
 */
export function movedByKey(
  draft: Draft,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  columns: readonly Column[],
  shown: Span,
): Draft | null {
  const direction = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    if (shiftKey) {
      const minutes = Math.max(gridStep, draft.minutes + direction * gridStep)
      return draft.from + minutes <= shown.until ? { ...draft, minutes: Math.min(minutes, 480) } : draft
    }
    const from = draft.from + direction * gridStep
    // first to the next quarter of an hour
    const snapped =
      direction > 0 ? Math.floor(from / gridStep) * gridStep : Math.ceil(from / gridStep) * gridStep
    return snapped >= shown.from && snapped + draft.minutes <= shown.until
      ? { ...draft, from: snapped }
      : draft
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  const at = columns.findIndex((each) => isInColumn(draft, each))
  const column = columns[at + direction]
  return column ? inColumn(draft, column) : draft
}

export function isInColumn(
  { date, providerId }: Pick<Draft, 'date' | 'providerId'>,
  column: Column,
): boolean {
  return column.date === date && (column.providerId === undefined || column.providerId === providerId)
}

export function inColumn(draft: Draft, { date, providerId }: Column): Draft {
  return { ...draft, date, ...(providerId !== undefined && { providerId }) }
}
