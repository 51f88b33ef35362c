import { isLate } from '#domain/appointments/visits.ts'
import type { VisitDecisions, VisitsAhead } from '#domain/appointments/visits-ahead.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { unlessTaken } from '../booking/time-taken.ts'
import { dropExpiredHolds, notifyProvider } from '../calendar/appointment-rows.ts'
import {
  type Leaver,
  type LeavingMember,
  leaverOf,
  readVisitsAhead,
  recordAhead,
  type VisitOfLeaver,
} from './visits-ahead.ts'

type Decisions = NonNullable<VisitDecisions>

interface Leaving {
  member: LeavingMember
  decisions: Decisions
}

/**
 * Applies the decisions about the visits ahead of a leaving member: cancels them with a notice, hands them over, or
 * retains a patient's. Locks the provider first, so that a booking at the same time is among the visits or is refused.
 * In the caller's role.
 * @returns the visits if one has no decision, or one that is no longer possible; then nothing is written
 * @throws AppError `time_taken` if a provider's time was booked meanwhile
 */
export async function settleVisits(
  tx: Tx,
  ctx: ClinicCtx,
  leaving: Leaving,
): Promise<{ ahead: VisitsAhead } | null> {
  const found = await lockVisits(tx, ctx, leaving)
  if (!found) return null
  const { leaver, ahead, visits } = found
  if (!isDecided(ahead, leaver, leaving.decisions)) {
    await recordAhead(tx, found)
    return { ahead }
  }
  const decisionOf = new Map(leaving.decisions.map((each) => [each.appointmentId, each.decision]))
  await asSystem(tx, async () => {
    await dropExpiredHolds(tx, ctx.clinicId, ctx.now())
    for (const visit of visits) {
      const decision = decisionOf.get(visit.id)
      if (decision === 'cancel') await cancel(tx, ctx, leaver, visit)
      else if (decision && decision !== 'retain') await handOver(tx, ctx, visit, decision)
    }
  })
  return null
}

/** As `settleVisits`, without writing. */
export async function undecidedVisits(
  tx: Tx,
  ctx: ClinicCtx,
  leaving: Leaving,
): Promise<{ ahead: VisitsAhead } | null> {
  const found = await lockVisits(tx, ctx, leaving)
  if (!found || isDecided(found.ahead, found.leaver, leaving.decisions)) return null
  await recordAhead(tx, found)
  return { ahead: found.ahead }
}

async function lockVisits(tx: Tx, ctx: ClinicCtx, { member }: Leaving) {
  const { clinicId } = ctx
  const now = ctx.now()
  const leaver = await leaverOf(tx, clinicId, member)
  if (!leaver) return null
  await asSystem(tx, async () => {
    if (leaver.kind === 'provider')
      await tx
        .selectFrom('providers')
        .select('id')
        .where('clinic_id', '=', clinicId)
        .where('id', '=', leaver.id)
        .forNoKeyUpdate()
        .execute()
    await tx
      .selectFrom('appointments')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where(leaver.kind === 'provider' ? 'provider_id' : 'patient_id', '=', leaver.id)
      .where('status', 'in', ['requested', 'upcoming'])
      .where('starts_at', '>', now)
      .orderBy('id')
      .forUpdate()
      .execute()
  })
  return { leaver, ...(await readVisitsAhead(tx, { clinicId, leaver, now })) }
}

function isDecided({ visits }: VisitsAhead, leaver: Leaver, decisions: Decisions): boolean {
  const decisionOf = new Map(decisions.map((each) => [each.appointmentId, each.decision]))
  return visits.every(({ appointmentId, takers }) => {
    const decision = decisionOf.get(appointmentId)
    if (decision === 'cancel') return true
    if (decision === 'retain') return leaver.kind === 'patient'
    return decision !== undefined && takers.includes(decision)
  })
}

async function cancel(tx: Tx, ctx: ClinicCtx, leaver: Leaver, visit: VisitOfLeaver): Promise<void> {
  const now = ctx.now()
  const isByPatient = leaver.kind === 'patient' && ctx.actor.patientId === leaver.id
  await tx
    .updateTable('appointments')
    .set({
      status: 'canceled',
      canceled_at: now,
      canceled_by: ctx.userId,
      canceled_by_patient: isByPatient,
      canceled_late: isByPatient && isLate(visit.startsAt, visit.cancelWindowHours, now),
      updated_at: now,
    })
    .where('clinic_id', '=', ctx.clinicId)
    .where('id', '=', visit.id)
    .execute()
  if (leaver.kind === 'patient')
    await notifyProvider(tx, ctx, 'appointment_canceled', { ...visit, version: visit.version + 1 })
}

async function handOver(tx: Tx, ctx: ClinicCtx, visit: VisitOfLeaver, providerId: string): Promise<void> {
  await unlessTaken(
    () =>
      tx
        .updateTable('appointments')
        .set({ provider_id: providerId, updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', visit.id)
        .execute(),
    { patientId: visit.patientId },
  )
  const { id, version, patientId } = visit
  await notifyProvider(tx, ctx, 'appointment_handed_over', {
    id,
    version: version + 1,
    patientId,
    providerId,
  })
}
