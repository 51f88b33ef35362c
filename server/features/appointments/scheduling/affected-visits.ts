import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { NotSaved, VisitProblem } from '#domain/appointments/affected-visits.ts'
import { visitProblems } from '#domain/appointments/affected-visits.ts'
import type { OpeningSpan } from '#domain/clinics/opening-hours.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { plannedVisits } from '../calendar/planned-visits.ts'
import { anytime, workingHours, worksAt } from '../calendar/working-hours.ts'

/** The visits that a change can affect; absent: all of the clinic. */
export interface AffectedScope {
  providerId?: string | null | undefined
  roomId?: string
  typeKey?: string
}

const mostListed = 100

/**
 * Runs a change of the settings, unless it makes visits ahead impossible or wrong that the caller has not confirmed. It
 * compares the visits before and after the change in one transaction, so that a visit of another tab counts too. In the
 * caller's role, after a lock under which such changes run one at a time.
 * @param about.confirmed `seen` of an earlier answer
 * @returns `affected`, with nothing written, or what `change` returns
 * @throws AppError `second_step_required` if the caller may not read the visits that the change could affect
 */
export async function unlessVisitsAffected<T>(
  tx: Tx,
  ctx: ClinicCtx,
  { confirmed, ...scope }: AffectedScope & { confirmed: string | undefined },
  change: () => Promise<T>,
): Promise<T | NotSaved> {
  // a new clinic is set up before the second step
  if (!(await hasVisitsAhead(tx, ctx))) return change()
  await requireHealthDataAccess(tx)
  await lockProviders(tx, ctx.clinicId, scope.providerId)
  const before = await problemsAhead(tx, ctx, scope)
  await sql`savepoint before_change`.execute(tx)
  const result = await change()
  const after = await problemsAhead(tx, ctx, scope)
  const affected = after.flatMap(({ problems, ...visit }) => {
    const earlier = before.find(({ id }) => id === visit.id)
    const problem = problems.find((each) => !earlier?.problems.includes(each))
    return problem ? [{ ...visit, problem }] : []
  })
  const seen = nameOf(affected)
  if (affected.length === 0 || seen === confirmed) {
    await sql`release savepoint before_change`.execute(tx)
    return result
  }
  await sql`rollback to savepoint before_change`.execute(tx)
  const listed = affected.slice(0, mostListed)
  const patientIds = [...new Set(listed.map(({ patient_id }) => patient_id))]
  await recordRead(tx, ['appointments', 'patients'], patientIds, 'affected-visits')
  return {
    affected: {
      seen,
      count: affected.length,
      visits: listed.map((visit) => ({
        appointmentId: visit.id,
        startsAt: visit.starts_at.toISOString(),
        timeZone: visit.time_zone,
        patientName: visit.full_name,
        typeName: visit.type_name,
        providerId: visit.provider_id,
        providerName: visit.provider_name,
        problem: visit.problem,
      })),
    },
  }
}

/** Waits for bookings, which lock their provider (`awaitScheduleChanges`), so that their visits count. */
async function lockProviders(tx: Tx, clinicId: string, providerId: string | null | undefined): Promise<void> {
  await asSystem(tx, () =>
    tx
      .selectFrom('providers')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .$if(Boolean(providerId), (query) => query.where('id', '=', providerId ?? ''))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),
  )
}

/** Names visits with their times and problems. */
function nameOf(affected: readonly { id: string; starts_at: Date; problem: VisitProblem }[]): string {
  const lines = affected.map(({ id, starts_at, problem }) => `${id} ${starts_at.toISOString()} ${problem}`)
  return createHash('sha256').update(lines.join('\n')).digest('base64url')
}

/** From the times that are taken, which no caller reads. */
async function hasVisitsAhead(tx: Tx, ctx: ClinicCtx): Promise<boolean> {
  const found = await asSystem(tx, () =>
    tx
      .selectFrom('app.busy_times')
      .select('source_id')
      .where('clinic_id', '=', ctx.clinicId)
      .where('expires_at', 'is', null)
      .where(sql<Date>`lower(visit)`, '>', ctx.now())
      .limit(1)
      .executeTakeFirst(),
  )
  return found !== undefined
}

interface VisitRow {
  id: string
  patient_id: string
  full_name: string
  type: string
  starts_at: Date
  time_zone: string
  duration_minutes: number
  provider_id: string | null
  provider_name: string | null
  provider_is_active: boolean | null
  provider_types: string[] | null
  room_is_active: boolean | null
  type_name: string
  type_is_active: boolean
  type_minutes: number
}

async function problemsAhead(
  tx: Tx,
  ctx: ClinicCtx,
  scope: AffectedScope,
): Promise<(VisitRow & { problems: VisitProblem[] })[]> {
  const { clinicId } = ctx
  const now = ctx.now()
  const clinic = await tx
    .selectFrom('clinics')
    .select(['time_zone', 'opening_hours'])
    .where('id', '=', clinicId)
    .executeTakeFirstOrThrow()
  const zone = clinic.time_zone
  const [visits, working, closed] = await Promise.all([
    visitRows(tx, { clinicId, now, scope }),
    workingHours(tx, clinicId, dateIn(now, zone)),
    closedDays(tx, clinicId, dateIn(now, zone)),
  ])
  const withoutProvider = { hours: anytime, exceptions: closed }
  const opening = openingOf(clinic.opening_hours as unknown as OpeningSpan[])
  return visits.map((visit) => {
    const at = { startsAt: visit.starts_at, minutes: visit.duration_minutes }
    const hours = visit.provider_id ? working.get(visit.provider_id) : withoutProvider
    const has: Record<VisitProblem, boolean> = {
      type: !visit.type_is_active,
      provider: visit.provider_is_active === false,
      kind: visit.provider_types !== null && !offers(visit.provider_types, visit.type),
      room: visit.room_is_active === false,
      zone: visit.time_zone !== zone,
      hours: hours !== undefined && !worksAt(hours, at, zone),
      opening: opening !== null && !worksAt(opening, at, zone),
      length: visit.duration_minutes !== visit.type_minutes,
    }
    return { ...visit, problems: visitProblems.filter((problem) => has[problem]) }
  })
}

const offers = (types: readonly string[], type: string) => types.length === 0 || types.includes(type)

const always = { validFrom: '0001-01-01', validUntil: null }

/** Null without opening hours: then the clinic is not closed. */
function openingOf(spans: readonly OpeningSpan[]) {
  return spans.length === 0 ? null : { hours: spans.map((span) => ({ ...span, ...always })), exceptions: [] }
}

async function closedDays(tx: Tx, clinicId: string, from: string) {
  const rows = await tx
    .selectFrom('schedule_exceptions')
    .select(['starts_on', 'ends_on', 'opens', 'closes'])
    .where('clinic_id', '=', clinicId)
    .where('provider_id', 'is', null)
    .where('ends_on', '>=', from)
    .execute()
  return rows.map(({ starts_on, ends_on, opens, closes }) => ({
    ...{ kind: 'off' as const, startsOn: starts_on, endsOn: ends_on },
    ...{ opens, closes },
  }))
}

function visitRows(
  tx: Tx,
  { scope, ...from }: { clinicId: string; now: Date; scope: AffectedScope },
): Promise<VisitRow[]> {
  return plannedVisits(tx, from)
    .leftJoin('rooms as r', (join) =>
      join.onRef('r.clinic_id', '=', 'a.clinic_id').onRef('r.id', '=', 'a.room_id'),
    )
    .select(['v.is_active as provider_is_active', 'v.types as provider_types'])
    .select(['r.is_active as room_is_active', 't.is_active as type_is_active'])
    .select('t.duration_minutes as type_minutes')
    .$if(Boolean(scope.providerId), (query) => query.where('a.provider_id', '=', scope.providerId ?? ''))
    .$if(scope.roomId !== undefined, (query) => query.where('a.room_id', '=', scope.roomId ?? ''))
    .$if(scope.typeKey !== undefined, (query) => query.where('a.type', '=', scope.typeKey ?? ''))
    .execute()
}
