import * as z from 'zod/mini'
import { calendarDate } from '../values/calendar-date.ts'

/** Input of `held-times`: some days of the clinic's calendar. */
export const heldTimesInput = z.object({
  /** YYYY-MM-DD */
  from: calendarDate(),
  days: z.number().check(z.int(), z.minimum(1), z.maximum(42)),
})

/** Answer of `held-times`: times that are kept while somebody confirms them, without saying who. Instants are ISO strings. */
export interface HeldTimesView {
  times: { id: string; providerId: string; startsAt: string; endsAt: string; isOffer: boolean }[]
}
