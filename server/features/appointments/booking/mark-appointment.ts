import { markAppointmentInput } from '#domain/appointments/appointments.ts'
import type { AppointmentStatus, VisitStep } from '#domain/appointments/visits.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireNoFee } from '../../visit-fees/fee-rows.ts'
import { lockAppointment } from '../calendar/appointment-rows.ts'
import { confirmation } from './confirmation.ts'
import { unlessTaken } from './time-taken.ts'

/**
 * Marks a visit as accepted, arrived, started, completed, no-show or confirmed by phone, or undoes that. Idempotent.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 * @throws AppError `appointment_over` for a canceled visit
 * @throws AppError `visit_fee_charged` when undoing a no-show whose fee is charged and not returned
 * @throws AppError `time_taken` when undoing a no-show whose time was booked again
 */
export const markAppointment = action({
  name: 'mark-appointment',
  input: markAppointmentInput,
  access: 'appointments:write',
  run: (tx, ctx, { appointmentId, step }): Promise<{ status: AppointmentStatus }> =>
    asSystem(tx, async () => {
      const visit = await lockAppointment(tx, ctx.clinicId, appointmentId)
      if (visit.status === 'canceled') throw new AppError('appointment_over')
      const changes = changesOf(visit, step, ctx.now())
      if (!changes) return { status: visit.status }
      if (visit.status === 'no_show') await requireNoFee(tx, ctx.clinicId, visit.id)
      const { status } = await unlessTaken(() =>
        tx
          .updateTable('appointments')
          .set({ ...changes, updated_at: ctx.now() })
          .where('clinic_id', '=', ctx.clinicId)
          .where('id', '=', visit.id)
          .returning('status')
          .executeTakeFirstOrThrow(),
      )
      return { status: status as AppointmentStatus }
    }),
})

interface VisitState {
  starts_at: Date
  confirmed_at: Date | null
  status: AppointmentStatus
  arrived_at: Date | null
  started_at: Date | null
}

function changesOf(visit: VisitState, step: VisitStep, now: Date) {
  const { status, arrived_at, started_at } = visit
  switch (step) {
    case 'accepted':
      return status === 'requested' ? ({ status: 'upcoming' } as const) : null
    case 'arrived':
      return arrived_at || status === 'completed' ? null : ({ status: 'upcoming', arrived_at: now } as const)
    case 'started':
      return started_at || status === 'completed'
        ? null
        : ({ status: 'upcoming', arrived_at: arrived_at ?? now, started_at: now } as const)
    case 'completed':
      return status === 'completed' ? null : ({ status: 'completed', finished_at: now } as const)
    case 'no_show':
      return status === 'no_show'
        ? null
        : ({ status: 'no_show', arrived_at: null, started_at: null, finished_at: null } as const)
    case 'reopened':
      if (status === 'completed' || status === 'no_show')
        return { status: 'upcoming', finished_at: null } as const
      if (started_at) return { started_at: null }
      return arrived_at ? { arrived_at: null } : null
    case 'confirmed':
      return confirmation(visit, 'desk', now)
    case 'unconfirmed':
      return visit.confirmed_at ? { confirmed_at: null, confirmed_through: null } : null
  }
}
