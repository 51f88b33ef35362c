import { sql } from 'kysely'
import {
  type ChosenItems,
  type SplitObstacle,
  type SplitPreview,
  splitKinds,
  splitObstacles,
  splitWarnings,
} from '#domain/patient-merges/splits.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

interface Split {
  clinicId: string
  patientId: string
  /** null: a record that is still to be made */
  intoId: string | null
  chosen: ChosenItems
  now: Date
}

/** What would move and what stays, what stands in the way, and what is to be known before. Role `system`. */
export async function judgeSplit(tx: Tx, split: Split): Promise<SplitPreview> {
  const [moves, all, { obstacles, warnings }] = await Promise.all([
    movingOf(tx, split),
    totalsOf(tx, split),
    facts(tx, split),
  ])
  const counts = (of: (kind: (typeof splitKinds)[number]) => number) =>
    Object.fromEntries(splitKinds.map((kind) => [kind, of(kind)])) as SplitPreview['moves']
  const wanted = splitKinds.reduce((sum, kind) => sum + new Set(split.chosen[kind]).size, 0)
  const found = splitKinds.reduce((sum, kind) => sum + moves[kind], 0)
  const inTheWay: SplitObstacle[] = [...obstacles]
  if (wanted === 0) inTheWay.push('nothing')
  if (found < wanted) inTheWay.push('gone')
  return {
    moves,
    stays: counts((kind) => all[kind] - moves[kind]),
    obstacles: splitObstacles.filter((obstacle) => inTheWay.includes(obstacle)),
    warnings,
  }
}

type Counts = SplitPreview['moves']

async function movingOf(tx: Tx, { clinicId, patientId, chosen }: Split): Promise<Counts> {
  const { rows } = await sql<{ kind: string; count: number }>`
    select r.kind, count(*)::integer as count
      from app.rows_to_split(${clinicId}::uuid, ${patientId}::uuid, ${JSON.stringify(chosen)}::jsonb) r group by r.kind`.execute(
    tx,
  )
  const count = new Map(rows.map((row) => [row.kind, row.count]))
  return Object.fromEntries(splitKinds.map((kind) => [kind, count.get(kind) ?? 0])) as Counts
}

async function totalsOf(tx: Tx, { clinicId, patientId }: Split): Promise<Counts> {
  const of = (table: string, where = 'true') =>
    sql<number>`(select count(*)::integer from ${sql.raw(table)} t
                  where t.clinic_id = ${clinicId} and t.patient_id = ${patientId} and ${sql.raw(where)})`
  const { rows } = await sql<Counts>`
    select ${of('public.appointments')} as visits, ${of('public.person_notes', 't.removed_at is null')} as notes,
           ${of('public.patient_files', `t.kind = 'person_file' and t.attached_at is not null`)} as files,
           ${of('public.messages')} as messages, ${of('public.lesson_assignments', 't.enrollment_id is null')} as lessons,
           ${of('public.program_enrollments')} as programs, ${of('public.tasks')} as tasks`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('counting answered nothing')
  return row
}

async function facts(tx: Tx, { clinicId, patientId, intoId, chosen, now }: Split) {
  const both = sql`(${patientId}::uuid, ${intoId}::uuid)`
  const visits = sql`any (${chosen.visits}::uuid[])`
  const lessons = sql`any (${chosen.lessons}::uuid[])`
  const programs = sql`any (${chosen.programs}::uuid[])`
  const taking = sql`('requested', 'upcoming', 'completed')`
  const open = (alias: string) =>
    sql`${sql.ref(`${alias}.completed_at`)} is null and ${sql.ref(`${alias}.withdrawn_at`)} is null`
  const { rows } = await sql<Record<string, boolean>>`
    with own as (select a.* from public.appointments a
                  where a.clinic_id = ${clinicId} and a.patient_id = ${patientId} and a.id = ${visits})
    select exists (select from public.appointments a where a.clinic_id = ${clinicId} and a.patient_id = ${patientId}
                      and a.series_id in (select o.series_id from own o) and not a.id = ${visits}) as series,
           exists (select from own o join public.appointments b
                     on b.clinic_id = o.clinic_id and b.patient_id = ${intoId}::uuid and b.status in ${taking}
                    and b.starts_at < o.ends_at and o.starts_at < b.ends_at where o.status in ${taking}) as visits,
           exists (select from own o where o.started_at is not null and o.finished_at is null and o.status = 'upcoming') as running,
           exists (select from public.lesson_assignments l join public.lesson_assignments m
                     on m.clinic_id = l.clinic_id and m.patient_id = ${intoId}::uuid and m.item_id = l.item_id
                    and m.session_id is not distinct from l.session_id and ${open('m')}
                    where l.clinic_id = ${clinicId} and l.patient_id = ${patientId} and ${open('l')}
                      and (l.id = ${lessons} and l.enrollment_id is null or l.enrollment_id = ${programs}))
             or exists (select from public.program_enrollments e join public.program_enrollments f
                     on f.clinic_id = e.clinic_id and f.patient_id = ${intoId}::uuid and f.program_id = e.program_id and f.ended_at is null
                    where e.clinic_id = ${clinicId} and e.id = ${programs} and e.ended_at is null) as lessons,
           exists (select from app.legal_holds h where h.clinic_id = ${clinicId} and h.patient_id in ${both}
                      and h.released_at is null) as held,
           exists (select from app.erasures e where e.clinic_id = ${clinicId} and e.patient_id in ${both}) as erased,
           exists (select from own) and (
             exists (select from public.subscriptions s where s.clinic_id = ${clinicId} and s.owner_patient_id = ${patientId}
                        and s.ended_at is null)
             or exists (select from public.subscription_members m join public.subscriptions s
                          on s.clinic_id = m.clinic_id and s.id = m.subscription_id
                         where m.clinic_id = ${clinicId} and m.patient_id = ${patientId} and m.until_on is null
                           and s.ended_at is null)) as plan,
           exists (select from public.patients p join public.clinic_memberships m
                     on m.clinic_id = p.clinic_id and m.user_id = p.user_id and m.ended_at is null
                    where p.clinic_id = ${clinicId} and p.id = ${intoId}::uuid) as account,
           exists (select from public.patient_guardians g where g.clinic_id = ${clinicId} and g.patient_id in ${both}
                      and g.ended_at is null) as guardian,
           exists (select from own o where o.starts_at > ${now} and o.status in ('requested', 'upcoming')) as reminders`.execute(
    tx,
  )
  const row = rows[0] ?? {}
  return {
    obstacles: splitObstacles.filter((obstacle) => row[obstacle]),
    warnings: splitWarnings.filter((warning) => row[warning]),
  }
}
