import { sql } from 'kysely'
import { undoVisitChangeInput } from '#domain/appointments/appointments.ts'
import { undoSeconds } from '#domain/appointments/visits.ts'
import { AppError } from '#domain/errors.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { forgetLateCancellations } from '../../visit-fees/fee-rows.ts'
import { dropExpiredHolds, lockAppointment, notifyProvider } from '../calendar/appointment-rows.ts'
import { unlessTaken } from './time-taken.ts'

/** For the way of the request. */
const graceSeconds = 15

interface Restored {
  id: string
  version: number
  changed_version: number
  starts_at: Date
  changed_at: Date
  kind: string
  was: {
    status: string
    starts_at: string
    duration_minutes: number
    type: string
    provider_id: string | null
    room_id: string | null
    series_plan: unknown
    confirmed_at: string | null
    confirmed_through: string | null
  } | null
}

/**
 * Undoes the caller's last move or cancellation of a visit, and of the visits of its series that changed with it. Mails
 * and offers of the time wait for this long, so the patient is not notified (docs/decisions/0173).
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `undo_over`
 * @throws AppError `changed_elsewhere` if one of the visits has changed since
 * @throws AppError `time_taken` if another visit has the time now; `visit_fee_charged` once the fee of a late cancellation
 * was charged
 */
export const undoVisitChange = action({
  name: 'undo-visit-change',
  input: undoVisitChangeInput,
  access: 'appointments:write',
  run: (tx, ctx, { appointmentId, version }): Promise<{ restored: number }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const now = ctx.now()
      const visit = await lockAppointment(tx, clinicId, appointmentId)
      const changes = await changesToUndo(tx, ctx, appointmentId, version)
      const [change] = changes
      if (!change || changes.some((each) => each.changed_version !== each.version || !each.was))
        throw new AppError('changed_elsewhere')
      if (now.getTime() - change.changed_at.getTime() > (undoSeconds + graceSeconds) * 1000)
        throw new AppError('undo_over')
      await forgetLateCancellations(
        tx,
        clinicId,
        changes.map(({ id }) => id),
      )
      await dropExpiredHolds(tx, clinicId, now)
      for (const each of inFreeOrder(changes)) await restore(tx, ctx, visit.patient_id, each)
      await reopenWaiting(tx, clinicId, changes)
      await withdrawNotices(tx, ctx, { appointmentId, version })
      return { restored: changes.length }
    }),
})

/** The caller's last change of the visit and what changed with it, each with the state before. Locks the visits. */
async function changesToUndo(
  tx: Tx,
  { clinicId, userId }: ClinicCtx,
  appointmentId: string,
  version: number,
): Promise<Restored[]> {
  const { rows } = await sql<Restored>`
    select a.id, a.version, c.version as changed_version, a.starts_at, c.changed_at, c.kind,
           (select jsonb_build_object('status', p.status, 'starts_at', p.starts_at, 'duration_minutes', p.duration_minutes,
                                      'type', p.type, 'provider_id', p.provider_id, 'room_id', p.room_id,
                                      'series_plan', p.series_plan, 'confirmed_at', p.confirmed_at,
                                      'confirmed_through', p.confirmed_through)
              from public.appointment_changes p
             where p.clinic_id = ${clinicId} and p.appointment_id = a.id and p.version < c.version
             order by p.version desc limit 1) as was
      from public.appointment_changes l
      join public.appointments o on o.clinic_id = l.clinic_id and o.id = l.appointment_id
      join public.appointments a on a.clinic_id = o.clinic_id and (a.id = o.id or a.series_id = o.series_id)
      join public.appointment_changes c on c.clinic_id = a.clinic_id and c.appointment_id = a.id
       and c.changed_at = l.changed_at and c.changed_by = l.changed_by
       and c.version = (select max(m.version) from public.appointment_changes m
                         where m.clinic_id = ${clinicId} and m.appointment_id = a.id and m.changed_at = l.changed_at)
     where l.clinic_id = ${clinicId} and l.appointment_id = ${appointmentId} and l.version = ${version}::bigint
       and l.changed_by = ${userId} and l.kind in ('moved', 'changed', 'canceled')
     order by a.starts_at, a.id
       for update of a`.execute(tx)
  return rows
}

/** Visits that move to later times begin with the last, so that no visit overlaps the next of its series. */
function inFreeOrder(changes: readonly Restored[]): readonly Restored[] {
  const isLater = changes.some(({ was, starts_at }) => was && Date.parse(was.starts_at) > starts_at.getTime())
  return isLater ? changes.toReversed() : changes
}

/** @throws AppError `time_taken` */
async function restore(tx: Tx, ctx: ClinicCtx, patientId: string, { id, was }: Restored): Promise<void> {
  if (!was) return
  await unlessTaken(
    () =>
      tx
        .updateTable('appointments')
        .set({
          status: was.status,
          starts_at: new Date(was.starts_at),
          duration_minutes: was.duration_minutes,
          type: was.type,
          provider_id: was.provider_id,
          room_id: was.room_id,
          series_plan: was.series_plan === null ? null : JSON.stringify(was.series_plan),
          confirmed_at: was.confirmed_at,
          confirmed_through: was.confirmed_through,
          updated_at: ctx.now(),
        })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', id)
        .execute(),
    { patientId },
  )
}

/** A cancellation ended the wish for an earlier time, unless the patient has a newer one. */
async function reopenWaiting(tx: Tx, clinicId: string, changes: readonly Restored[]): Promise<void> {
  for (const { id, kind, changed_at: at } of changes) {
    if (kind !== 'canceled') continue
    await sql`
      update public.waitlist_entries w set status = 'waiting'
       where w.clinic_id = ${clinicId} and w.appointment_id = ${id} and w.status = 'ended' and w.updated_at = ${at}
         and not exists (select from public.waitlist_entries n
                          where n.clinic_id = ${clinicId} and n.patient_id = w.patient_id and n.type = w.type
                            and n.status = 'waiting')`.execute(tx)
  }
}

/** Removes the provider's unread notices of the change; a provider who has read one is notified again. */
async function withdrawNotices(
  tx: Tx,
  ctx: ClinicCtx,
  { appointmentId, version }: { appointmentId: string; version: number },
): Promise<void> {
  const { clinicId } = ctx
  const key = `${appointmentId} ${version}`
  const kinds = ['appointment_moved', 'appointment_handed_over', 'appointment_canceled'] as const
  const keys = kinds.map((kind) => `${kind}:${key}`)
  const removed = await tx
    .deleteFrom('user_notices')
    .where('clinic_id', '=', clinicId)
    .where('key', 'in', keys)
    .where('read_at', 'is', null)
    .returning('user_id')
    .execute()
  const userIds = removed.map(({ user_id }) => user_id)
  if (userIds.length > 0) await ctx.notices.announce(tx, { clinicId, userIds, topic: 'notices' })
  const readers = await tx
    .selectFrom('user_notices')
    .select('kind')
    .where('clinic_id', '=', clinicId)
    .where('key', 'in', keys)
    .execute()
  const [reader] = readers
  if (!reader) return
  const visit = await lockAppointment(tx, clinicId, appointmentId)
  await notifyProvider(
    tx,
    ctx,
    kinds.find((kind) => kind !== 'appointment_canceled' && kind === reader.kind) ?? 'appointment_booked',
    {
      id: visit.id,
      version: visit.version,
      patientId: visit.patient_id,
      providerId: visit.provider_id,
    },
  )
}
