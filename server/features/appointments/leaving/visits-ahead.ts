import { type VisitsAhead, visitsAheadInput } from '#domain/appointments/visits-ahead.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { plannedVisits } from '../calendar/planned-visits.ts'
import { readTakers } from '../calendar/takers.ts'

/** A provider or patient with visits. */
export type Leaver = { kind: 'provider' | 'patient'; id: string }

export interface LeavingMember {
  user_id: string | null
  patient_id: string | null
  role: string
}

/** A visit ahead, with the ids of those who read it. */
export interface VisitOfLeaver {
  id: string
  version: number
  startsAt: Date
  patientId: string
  providerId: string | null
  cancelWindowHours: number
}

/**
 * Returns the visits ahead of a member who sees patients, or of a patient, and the providers who can take each visit
 * over. Empty for other members.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 */
export const visitsAhead = action({
  name: 'visits-ahead',
  input: visitsAheadInput,
  access: 'members:update',
  async run(tx, ctx, { membershipId }): Promise<VisitsAhead> {
    const { clinicId } = ctx
    const member = await tx
      .selectFrom('clinic_memberships')
      .select(['user_id', 'patient_id', 'role'])
      .where('clinic_id', '=', clinicId)
      .where('id', '=', membershipId)
      .executeTakeFirst()
    if (!member) throw new AppError('not_found')
    const leaver = await leaverOf(tx, clinicId, member)
    if (!leaver) return { visits: [], providers: [] }
    const found = await readVisitsAhead(tx, { clinicId, leaver, now: ctx.now() })
    await recordAhead(tx, found)
    return found.ahead
  },
})

/** Audits that the caller reads whose visits these are. In the caller's own role. */
export async function recordAhead(tx: Tx, { visits }: { visits: readonly VisitOfLeaver[] }): Promise<void> {
  const patientIds = [...new Set(visits.map(({ patientId }) => patientId))]
  if (patientIds.length > 0) await recordRead(tx, ['appointments', 'patients'], patientIds, 'visits-ahead')
}

/** The provider or the patient that a member is, if any. */
export async function leaverOf(tx: Tx, clinicId: string, member: LeavingMember): Promise<Leaver | null> {
  // a record without an account (docs/decisions/0169)
  if (member.patient_id) return { kind: 'patient', id: member.patient_id }
  if (!member.user_id) return null
  const kind = member.role === 'patient' ? 'patient' : 'provider'
  const row = await tx
    .selectFrom(kind === 'patient' ? 'patients' : 'providers')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', member.user_id)
    .executeTakeFirst()
  return row ? { kind, id: row.id } : null
}

/**
 * Reads as the caller, who may read the visits; only the times that are taken as the system.
 */
export async function readVisitsAhead(
  tx: Tx,
  { clinicId, leaver, now }: { clinicId: string; leaver: Leaver; now: Date },
): Promise<{ ahead: VisitsAhead; visits: VisitOfLeaver[] }> {
  const rows = await visitRows(tx, { clinicId, leaver, now })
  const providers =
    leaver.kind === 'provider' ? await readTakers(tx, { clinicId, providerId: leaver.id, now }, rows) : []
  const visits = rows.map((visit) => ({
    appointmentId: visit.id,
    startsAt: visit.starts_at.toISOString(),
    timeZone: visit.time_zone,
    patientName: visit.full_name,
    typeName: visit.type_name,
    providerName: visit.provider_name,
    takers: providers.filter(({ obstacleTo }) => obstacleTo(visit) === null).map(({ id }) => id),
  }))
  const takers = new Set(visits.flatMap((visit) => visit.takers))
  return {
    ahead: {
      visits,
      providers: providers.filter(({ id }) => takers.has(id)).map(({ id, name }) => ({ id, name })),
    },
    visits: rows.map((visit) => ({
      id: visit.id,
      version: visit.version,
      startsAt: visit.starts_at,
      patientId: visit.patient_id,
      providerId: visit.provider_id,
      cancelWindowHours: visit.cancel_window_hours,
    })),
  }
}

function visitRows(tx: Tx, { leaver, ...from }: { clinicId: string; leaver: Leaver; now: Date }) {
  return plannedVisits(tx, from)
    .select(['a.version', 't.cancel_window_hours'])
    .where(leaver.kind === 'provider' ? 'a.provider_id' : 'a.patient_id', '=', leaver.id)
    .execute()
}
