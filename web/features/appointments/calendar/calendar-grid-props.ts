import type { Obstacle } from '#domain/appointments/appointments.ts'
import type { Draft, Span } from '#domain/calendar/grid.ts'
import type { HeldTimesView } from '#domain/calendar/held-times.ts'
import type { Provider, VisitType } from '../booking/queries.ts'
import type { Column } from './calendar-columns.ts'
import type { CalendarHours, CalendarVisit } from './calendar-queries.ts'
import type { useVisitMove } from './use-visit-move.ts'
import type { Coloring, VisitColor } from './visit-colors.ts'

export interface GridProps {
  zone: string
  /** in the clinic's time zone */
  today: string
  /** minutes since midnight in the clinic's time zone */
  nowMinutes: number
  columns: readonly Column[]
  shown: Span
  visits: readonly CalendarVisit[]
  held: HeldTimesView['times']
  elsewhere: HeldTimesView['elsewhere']
  hours: CalendarHours
  types: readonly VisitType[]
  providers: readonly Provider[]
  rooms: readonly { id: string; name: string }[]
  coloring: Coloring
  colors: ReadonlyMap<string, VisitColor>
  mayWrite: boolean
  move: ReturnType<typeof useVisitMove>
  obstacleOf(draft: Draft): Obstacle | null
  /** The sentence about a draft's obstacle. */
  describe(draft: Draft, obstacle: Obstacle): string
  /** Moves the visits of a provider on a day. */
  onHandover(providerId: string, date: string): void
  onOpen(visit: CalendarVisit): void
  onSchedule(date: string, time: string, providerId: string | null | undefined): void
}
