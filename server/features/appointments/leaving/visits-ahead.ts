import { sql } from 'kysely'
import { type VisitsAhead, visitsAheadInput } from '#domain/appointments/visits-ahead.ts'
import { AppError } from '#domain/errors.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { workingHours, worksAt } from '../calendar/working-hours.ts'

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
  const providers = leaver.kind === 'provider' ? await readTakers(tx, { clinicId, leaver, now }, rows) : []
  const visits = rows.map((visit) => ({
    appointmentId: visit.id,
    startsAt: visit.starts_at.toISOString(),
    timeZone: visit.time_zone,
    patientName: visit.full_name,
    typeName: visit.type_name,
    providerName: visit.provider_name,
    takers: providers.filter((provider) => provider.takes(visit)).map(({ id }) => id),
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

type VisitRow = Awaited<ReturnType<typeof visitRows>>[number]

function visitRows(tx: Tx, { clinicId, leaver, now }: { clinicId: string; leaver: Leaver; now: Date }) {
  return tx
    .selectFrom('appointments as a')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.clinic_id', '=', 'a.clinic_id').onRef('p.id', '=', 'a.patient_id'),
    )
    .innerJoin('appointment_types as t', (join) =>
      join.onRef('t.clinic_id', '=', 'a.clinic_id').onRef('t.key', '=', 'a.type'),
    )
    .leftJoin('providers as v', (join) =>
      join.onRef('v.clinic_id', '=', 'a.clinic_id').onRef('v.id', '=', 'a.provider_id'),
    )
    .select(['a.id', 'a.version', 'a.type', 'a.starts_at', 'a.time_zone', 'a.duration_minutes'])
    .select(['a.patient_id', 'a.provider_id', 'p.full_name', 't.cancel_window_hours'])
    .select(['t.name as type_name', 'v.name as provider_name'])
    .where('a.clinic_id', '=', clinicId)
    .where(leaver.kind === 'provider' ? 'a.provider_id' : 'a.patient_id', '=', leaver.id)
    .where('a.status', 'in', ['requested', 'upcoming'])
    .where('a.starts_at', '>', now)
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute()
}

/** The other active providers by name, each with the rule of which visits they can take over. */
async function readTakers(
  tx: Tx,
  { clinicId, leaver, now }: { clinicId: string; leaver: Leaver; now: Date },
  visits: readonly VisitRow[],
) {
  const until = visits.at(-1)?.starts_at
  if (!until) return []
  const zone = await clinicZone(tx, clinicId)
  const [providers, working, taken] = await Promise.all([
    tx
      .selectFrom('providers')
      .select(['id', 'name', 'types'])
      .where('clinic_id', '=', clinicId)
      .where('is_active', '=', true)
      .where('id', '<>', leaver.id)
      .orderBy('name')
      .orderBy('id')
      .execute(),
    workingHours(tx, clinicId, dateIn(now, zone)),
    asSystem(tx, () => conflicts(tx, { clinicId, leaver, now })),
  ])
  return providers.map(({ id, name, types }) => ({
    id,
    name,
    takes(visit: VisitRow): boolean {
      const hours = working.get(id)
      return (
        (types.length === 0 || types.includes(visit.type)) &&
        !taken.has(`${visit.id} ${id}`) &&
        hours !== undefined &&
        worksAt(hours, { startsAt: visit.starts_at, minutes: visit.duration_minutes }, zone)
      )
    },
  }))
}

/** The visits of a provider, each with another provider whose time is taken then: "visit provider". */
async function conflicts(
  tx: Tx,
  { clinicId, leaver, now }: { clinicId: string; leaver: Leaver; now: Date },
): Promise<Set<string>> {
  const { rows } = await sql<{ pair: string }>`
    select distinct own.source_id || ' ' || other.provider_id as pair
      from app.busy_times own
      join app.busy_times other on other.clinic_id = own.clinic_id and other.provider_id <> own.provider_id
       and other.busy && own.busy and (other.expires_at is null or other.expires_at > ${now})
     where own.clinic_id = ${clinicId} and own.provider_id = ${leaver.id} and own.expires_at is null
       and upper(own.busy) > ${now}`.execute(tx)
  return new Set(rows.map(({ pair }) => pair))
}
