import * as z from 'zod/mini'
import { calendarDate } from '../values/calendar-date.ts'

export const heldTimesInput = z.object({
  /** YYYY-MM-DD */
  from: calendarDate(),
  days: z.number().check(z.int(), z.minimum(1), z.maximum(42)),
})

/**
 * Times reserved during a confirmation, without the patient, and times at which a provider's own calendar is busy, by
 * day. Instants are ISO strings.
 */
export interface HeldTimesView {
  times: { id: string; providerId: string; startsAt: string; endsAt: string; isOffer: boolean }[]
  elsewhere: { providerId: string; startsAt: string; endsAt: string }[]
}
