import { sql } from 'kysely'
import { minuteMs } from '#domain/values/durations.ts'
import type { Action, Services } from '#server/clinic/action.ts'

/** A provider's own calendar is read before a booking unless it was read this recently. */
const freshMs = minuteMs

/** A calendar's row may be read: not in the last minute, not while its service waits, not without the provider's consent. */
export function mayBeRead(now: Date) {
  return sql<boolean>`(tried_at <= ${new Date(now.getTime() - freshMs)}
    and (retry_at is null or retry_at <= ${now}) and failure is distinct from 'revoked')`
}

/** Thrown in a booking's transaction, which must not wait for another service. Nothing has been written. */
export class StaleCalendars extends Error {
  override name = 'StaleCalendars'
  readonly clinicId: string
  readonly ids: readonly string[]

  constructor(clinicId: string, ids: readonly string[]) {
    super('a calendar must be read first')
    this.clinicId = clinicId
    this.ids = ids
  }
}

/**
 * Reads the calendars that a booking found stale, then books again. Only a caller who may book causes a read, and a
 * calendar whose host fails does not prevent the booking: its last times apply.
 */
export function afterReadingCalendars<A extends Action>(
  booking: A,
  read: (services: Services, calendar: { clinicId: string; id: string }) => Promise<unknown>,
): A {
  return {
    ...booking,
    async call(services, caller, input) {
      try {
        return await booking.call(services, caller, input)
      } catch (error) {
        if (!(error instanceof StaleCalendars)) throw error
        await Promise.all(error.ids.map((id) => read(services, { clinicId: error.clinicId, id })))
        return booking.call(services, caller, input)
      }
    },
  }
}
