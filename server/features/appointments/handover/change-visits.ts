import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { AppError } from '#domain/errors.ts'
import { type ChangedVisits, changeVisitsInput, type VisitResult } from '#domain/handover/handover.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { recordingRefusals } from '#server/clinic/record-read.ts'
import { cancelAppointment } from '../booking/cancel-appointment.ts'
import { rescheduleAppointment } from '../booking/reschedule-appointment.ts'
import { undoVisitChange } from '../booking/undo-visit-change.ts'

type OneChange = z.output<typeof changeVisitsInput>['changes'][number]
interface StoredVisit {
  type: string
  duration_minutes: number
  notes: string | null
  room_id: string | null
  provider_id: string | null
  date: string
  time: string
}

interface Plan {
  visits: ReadonlyMap<string, StoredVisit>
  typesOf: ReadonlyMap<string, readonly string[]>
}

type Done = { version: number; notifies: boolean }

/**
 * Changes several visits, each in its own transaction by the rules of `reschedule-appointment`, `cancel-appointment` and
 * `undo-visit-change`, so that one that cannot be changed stops no other. A patient is mailed once about all of them
 * (docs/decisions/0200).
 * @returns a result for each visit, in the order of the input
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 */
export const changeVisits = outwardAction({
  name: 'change-visits',
  input: changeVisitsInput,
  access: 'appointments:write',
  async run(ctx, { changes }): Promise<ChangedVisits> {
    const plan = await readPlan(ctx, changes)
    const at = ctx.now()
    const batch = { id: randomUUID(), now: () => at }
    const results: ChangedVisits['results'] = []
    for (const each of changes) {
      const { appointmentId } = each
      try {
        const done = await changeOne(ctx, { plan, batch }, each)
        results.push({ appointmentId, result: 'done', message: null, ...done })
      } catch (error) {
        const refused = refusalOf(error)
        if (!refused) throw error
        results.push({ appointmentId, ...refused, version: each.version, notifies: false })
      }
    }
    return { results }
  },
})

/** At one instant for the whole batch, by which a notice finds the visits that changed together. */
function changeOne(
  outer: ClinicCtx,
  { plan, batch }: { plan: Plan; batch: { id: string; now(): Date } },
  { appointmentId, version, change }: OneChange,
): Promise<Done> {
  const { transactions, caller } = outer
  return recordingRefusals({ transactions, caller, name: 'change-visits', input: {} }, () =>
    transactions.withActor(caller, async (tx, actor) => {
      await requirePermission(tx, actor, 'appointments:write')
      await sql`select set_config('app.visit_batch', ${batch.id}, true)`.execute(tx)
      const ctx = { ...outer, actor, now: batch.now }
      if (change.kind === 'undo') {
        await undoVisitChange.run(tx, ctx, { appointmentId, version })
        return { version, notifies: false }
      }
      if (change.kind === 'cancel')
        return cancelAppointment.run(tx, ctx, {
          appointmentId,
          version,
          reason: change.reason ?? '',
          scope: 'one',
        })
      const visit = plan.visits.get(appointmentId)
      if (!visit) throw new AppError('not_found')
      const { providerId, date, time, isLaterHour } = change
      const types = plan.typesOf.get(providerId ?? '') ?? []
      if (types.length > 0 && !types.includes(visit.type)) throw new KindNotOffered()
      return rescheduleAppointment.run(tx, ctx, {
        ...{ appointmentId, version, scope: 'one' },
        ...{ appointmentType: visit.type, duration: visit.duration_minutes, notes: visit.notes ?? '' },
        ...{ roomId: visit.room_id ?? '', providerId: visit.provider_id ?? '' },
        ...{ date: visit.date, time: visit.time },
        ...(change.kind === 'hand-over' && providerId && { providerId }),
        ...(change.kind === 'move' && date && time && { date, time, isLaterHour }),
      })
    }),
  )
}

/**
 * The stored visits by id, and the kinds that each taker offers. A visit that changes after this read is refused by its
 * version.
 * @throws AppError `not_found`
 */
function readPlan(ctx: ClinicCtx, changes: readonly OneChange[]): Promise<Plan> {
  const visitIds = [...new Set(changes.map(({ appointmentId }) => appointmentId))]
  const takerIds = changes.flatMap(({ change }) => change.providerId ?? [])
  return ctx.transactions.withActor(ctx.caller, async (tx) => {
    const [visits, takers] = await Promise.all([
      tx
        .selectFrom('appointments')
        .select(['id', 'type', 'duration_minutes', 'notes', 'room_id', 'provider_id', 'date', 'time'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', 'in', visitIds)
        .execute(),
      tx
        .selectFrom('providers')
        .select(['id', 'types'])
        .where('clinic_id', '=', ctx.clinicId)
        .where((row) => row('id', '=', row.fn.any(row.val([...new Set(takerIds)]))))
        .execute(),
    ])
    if (visits.length < visitIds.length) throw new AppError('not_found')
    return {
      visits: new Map(visits.map((visit) => [visit.id, visit])),
      typesOf: new Map(takers.map(({ id, types }) => [id, types])),
    }
  })
}

class KindNotOffered extends Error {
  override name = 'KindNotOffered'
}

const results: Record<string, VisitResult> = {
  changed_elsewhere: 'changed',
  time_taken: 'taken',
  invalid_input: 'taken',
  appointment_over: 'over',
  undo_over: 'over',
}

/** Null for a defect, and for a refusal of the whole. */
function refusalOf(error: unknown): { result: VisitResult; message: string | null } | null {
  if (error instanceof KindNotOffered) return { result: 'kind', message: null }
  if (!(error instanceof AppError)) return null
  const result = results[error.code]
  return result ? { result, message: error.fields[0]?.message ?? null } : null
}
