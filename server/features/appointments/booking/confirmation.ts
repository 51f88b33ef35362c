import type { AppointmentStatus } from '#domain/appointments/visits.ts'

interface Confirmable {
  status: AppointmentStatus
  starts_at: Date
  arrived_at: Date | null
  confirmed_at: Date | null
}

/** The columns that record that a visit's patient will come; null unless it is ahead and not confirmed yet. */
export function confirmation(visit: Confirmable, through: 'link' | 'portal' | 'desk', now: Date) {
  return isAhead(visit, now) && !visit.confirmed_at ? { confirmed_at: now, confirmed_through: through } : null
}

export function isAhead({ status, starts_at, arrived_at }: Confirmable, now: Date): boolean {
  return status === 'upcoming' && !arrived_at && starts_at > now
}
