import { type RawBuilder, sql } from 'kysely'
import {
  mostOfKind,
  type SplitItem,
  type SplitItems,
  type SplitKind,
  splitItemsInput,
  splitKinds,
} from '#domain/patient-merges/splits.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { action } from '#server/platform/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requirePatientOf } from '#server/platform/patients.ts'
import { recordRead } from '#server/platform/record-read.ts'
import { accountName } from './account-name.ts'

const { detail } = patientMergeTexts.split

/** Health data that can move to another record. */
export const splitTables = [
  'appointments',
  'person_notes',
  'patient_files',
  'messages',
  'lesson_assignments',
  'tasks',
]

/**
 * What a patient's record holds that can move to another one, newest first. The patient is recorded as read.
 *
 * @throws AppError `not_found` for an unknown, a merged and another clinic's record, alike
 */
export const splitItems = action({
  name: 'split-items',
  input: splitItemsInput,
  access: 'patients:merge',
  async run(tx, { clinicId }, { patientId }): Promise<SplitItems> {
    const found = await asSystem(tx, async () => {
      await requirePatientOf(tx, clinicId, patientId)
      return readItems(tx, clinicId, patientId)
    })
    await recordRead(tx, splitTables, [patientId], 'split-items')
    return found
  },
})

interface ItemRow {
  id: string
  at: Date | string | null
  title: string
  detail: string
  group: string | null
  total: number
}

async function readItems(tx: Tx, clinicId: string, patientId: string): Promise<SplitItems> {
  const name = sql`coalesce(${accountName}, '')`
  const beginning = (column: string) => sql`left(regexp_replace(${sql.ref(column)}, '\\s+', ' ', 'g'), 120)`
  const state = (column: string) =>
    sql`case when ${sql.ref(`${column}.withdrawn_at`)} is not null then ${detail.withdrawn}
             when ${sql.ref(`${column}.completed_at`)} is not null then ${detail.completed} else ${detail.open} end`
  const of = (alias: string) =>
    sql`${sql.ref(`${alias}.clinic_id`)} = ${clinicId} and ${sql.ref(`${alias}.patient_id`)} = ${patientId}`
  const none = sql`null::uuid`
  const queries: Record<SplitKind, RawBuilder<unknown>> = {
    visits: sql`
      select a.id, a.starts_at as at, t.name as title, concat_ws(', ', nullif(v.name, ''), a.status) as detail,
             case when count(*) over (partition by a.series_id) > 1 then a.series_id end as "group"
        from public.appointments a
        join public.appointment_types t on t.clinic_id = a.clinic_id and t.key = a.type
        left join public.providers v on v.clinic_id = a.clinic_id and v.id = a.provider_id
       where ${of('a')}`,
    notes: sql`
      select n.id, n.created_at as at, ${beginning('n.body')} as title, ${name} as detail, ${none} as "group"
        from public.person_notes n left join auth.users u on u.id = n.author_id
       where ${of('n')} and n.removed_at is null`,
    files: sql`
      select f.file_id as id, f.created_at as at, f.name as title, ${name} as detail, ${none} as "group"
        from public.patient_files f left join auth.users u on u.id = f.uploaded_by
       where ${of('f')} and f.kind = 'person_file' and f.attached_at is not null`,
    messages: sql`
      select m.id, m.sent_at as at,
             coalesce(nullif(${beginning('m.body')}, ''), ${detail.onlyFiles}) as title, m.author_name as detail, ${none} as "group"
        from public.messages m where ${of('m')}`,
    lessons: sql`
      select l.id, l.assigned_at as at, c.title, ${state('l')} as detail, ${none} as "group"
        from public.lesson_assignments l
        join public.content_versions c on c.clinic_id = l.clinic_id and c.id = l.version_id
       where ${of('l')} and l.enrollment_id is null`,
    programs: sql`
      select e.id, e.enrolled_at as at, g.title, case when e.ended_at is null then ${detail.running} else ${detail.ended} end as detail,
             ${none} as "group"
        from public.program_enrollments e join public.programs g on g.clinic_id = e.clinic_id and g.id = e.program_id
       where ${of('e')}`,
    tasks: sql`
      select t.id, t.created_at as at, t.title, case when t.done_at is null then ${detail.open} else ${detail.done} end as detail,
             ${none} as "group"
        from public.tasks t where ${of('t')}`,
  }
  const read = await Promise.all(
    splitKinds.map(async (kind) => {
      const { rows } = await sql<ItemRow>`
        select i.*, count(*) over ()::integer as total from (${queries[kind]}) i
         order by i.at desc nulls last, i.id limit ${mostOfKind}`.execute(tx)
      return [kind, rows] as const
    }),
  )
  return {
    items: Object.fromEntries(read.map(([kind, rows]) => [kind, rows.map(itemOf)])) as SplitItems['items'],
    totals: Object.fromEntries(
      read.map(([kind, rows]) => [kind, rows[0]?.total ?? 0]),
    ) as SplitItems['totals'],
  }
}

function itemOf({ total: _total, at, ...item }: ItemRow): SplitItem {
  return { ...item, at: at instanceof Date ? at.toISOString() : at }
}
