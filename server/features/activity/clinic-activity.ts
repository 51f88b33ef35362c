import { type Expression, sql } from 'kysely'
import {
  type ActivityEntry,
  actionsOf,
  type ClinicActivity,
  changes,
  recentActions,
} from '#domain/activity/activity.ts'
import { clinicActivityInput } from '#domain/activity/inputs.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/**
 * Returns the clinic's audit trail, newest first. It contains ids without patients' names and tasks' titles: reads of
 * those check the reader's access and are recorded.
 */
export const clinicActivity = action({
  name: 'clinic-activity',
  input: clinicActivityInput,
  access: 'audit:read',
  system: 'members who have left and content that was deleted are named too',
  run: (tx, ctx, { topic, actorId, before, limit }): Promise<ClinicActivity> =>
    asSystem(tx, async () => {
      const wanted = !topic ? recentActions : topic === 'all' ? changes : actionsOf[topic]
      let rows = tx
        .selectFrom('app.audit_log')
        .select(['id', 'occurred_at', 'actor_id', 'actor_kind', 'action', 'subject_type', 'subject_id'])
        .select(['patient_ids', 'patient_count', 'details'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('action', 'in', [...wanted])
      if (actorId) rows = rows.where('actor_id', '=', actorId)
      if (before) rows = rows.where('id', '<', before as never)
      const found = await rows
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const shown = found.slice(0, limit)
      const [subjects, people] = await Promise.all([
        subjectsOf(tx, ctx.clinicId, shown),
        membersOf(tx, ctx.clinicId, shown),
      ])
      return {
        entries: shown.map((row) => ({
          ...entryOf(row, subjects),
          actorPersonId: people.get(row.actor_id ?? '') ?? null,
        })),
        next: found.length > limit ? String(shown.at(-1)?.id) : null,
      }
    }),
})

interface Row {
  id: unknown
  occurred_at: Date
  actor_id: string | null
  actor_kind: string
  action: string
  subject_type: string | null
  subject_id: string | null
  patient_ids: string[]
  patient_count: number
  details: unknown
}

interface Subject {
  userId: string | null
  /** id of the membership or of the patient's record */
  personId: string | null
  text: string | null
}

function entryOf(row: Row, subjects: ReadonlyMap<string, Subject>): Omit<ActivityEntry, 'actorPersonId'> {
  const details = (row.details ?? {}) as Record<string, unknown>
  const patients = [...new Set(row.patient_ids)]
  const [patient] = patients.length === 1 ? patients : []
  const subject = subjects.get(row.subject_id ?? '') ?? subjects.get(patient ?? '')
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    id: String(row.id),
    at: row.occurred_at.toISOString(),
    action: row.action,
    actorId: row.actor_id,
    actorKind: row.actor_kind,
    actorKey: row.actor_kind === 'api_key' ? (subjects.get(row.actor_id ?? '')?.text ?? null) : null,
    subjectUserId: subject?.userId ?? null,
    subjectPersonId: subject?.personId ?? null,
    subject: subject?.text ?? null,
    taskId: row.subject_type === 'task' ? row.subject_id : null,
    // a paged read lists its patients once per page (db/migrations/0007_audit_log.sql)
    patientCount: row.patient_count > row.patient_ids.length ? row.patient_count : patients.length,
    from: text(details.from),
    to: text(details.to),
  }
}

/** The actors' memberships by account; the current one where a member left and returned. */
async function membersOf(tx: Tx, clinicId: string, rows: readonly Row[]): Promise<Map<string, string>> {
  const userIds = [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))]
  const members = await tx
    .selectFrom('clinic_memberships')
    .select(['id', 'user_id'])
    .where('clinic_id', '=', clinicId)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .orderBy('ended_at', (order) => order.asc().nullsLast())
    .execute()
  return new Map(members.map(({ id, user_id }) => [user_id ?? '', id]))
}

/** Subjects of the rows, by their id in the trail; includes former members. */
async function subjectsOf(tx: Tx, clinicId: string, rows: readonly Row[]): Promise<Map<string, Subject>> {
  const idsOf = (type: string) => [
    ...new Set(
      rows.flatMap(({ subject_type, subject_id }) =>
        subject_type === type && subject_id ? [subject_id] : [],
      ),
    ),
  ]
  const patientIds = [
    ...new Set([...idsOf('patient'), ...rows.flatMap((row) => row.patient_ids.slice(0, 1))]),
  ]
  const keyIds = [
    ...idsOf('api_key'),
    ...rows.flatMap(({ actor_kind, actor_id }) => (actor_kind === 'api_key' && actor_id ? [actor_id] : [])),
  ]
  const among = (type: string): Expression<boolean> => sql<boolean>`id = any(${idsOf(type)}::uuid[])`
  const [memberships, patients, subscriptions, plans, content, statements, keys] = await Promise.all([
    tx
      .selectFrom('clinic_memberships')
      .select(['id', 'user_id'])
      .select((row) =>
        row
          .selectFrom('invitations as i')
          .where('i.clinic_id', '=', clinicId)
          .whereRef('i.membership_id', '=', 'clinic_memberships.id')
          .where('i.role', '!=', 'patient')
          .orderBy('i.created_at', 'desc')
          .limit(1)
          .select('i.email')
          .as('email'),
      )
      .where('clinic_id', '=', clinicId)
      .where(among('membership'))
      .execute(),
    tx
      .selectFrom('patients')
      .select(['id', 'user_id'])
      .where('clinic_id', '=', clinicId)
      .where(sql<boolean>`id = any(${patientIds}::uuid[])`)
      .execute(),
    tx
      .selectFrom('subscriptions as s')
      .innerJoin('patients as p', (join) =>
        join.onRef('p.clinic_id', '=', 's.clinic_id').onRef('p.id', '=', 's.owner_patient_id'),
      )
      .select(['s.id', 'p.user_id', 'p.id as patient_id'])
      .where('s.clinic_id', '=', clinicId)
      .where(sql<boolean>`s.id = any(${idsOf('subscription')}::uuid[])`)
      .execute(),
    tx
      .selectFrom('plans')
      .select(['id', 'name'])
      .where('clinic_id', '=', clinicId)
      .where(among('plan'))
      .execute(),
    tx
      .selectFrom('content_items')
      .select(['id', 'title'])
      .where('clinic_id', '=', clinicId)
      .where(among('content'))
      .execute(),
    tx
      .selectFrom('statements')
      .select(['id', 'month'])
      .where('clinic_id', '=', clinicId)
      .where(among('statement'))
      .execute(),
    tx
      .selectFrom('api_keys')
      .select(['id', 'name'])
      .where('clinic_id', '=', clinicId)
      .where(sql<boolean>`id = any(${keyIds}::uuid[])`)
      .execute(),
  ])
  return new Map<string, Subject>([
    ...memberships.map(
      ({ id, user_id, email }) => [id, { userId: user_id, personId: id, text: email }] as const,
    ),
    ...patients.map(({ id, user_id }) => [id, { userId: user_id, personId: id, text: null }] as const),
    ...subscriptions.map(
      ({ id, user_id, patient_id }) => [id, { userId: user_id, personId: patient_id, text: null }] as const,
    ),
    ...plans.map(({ id, name }) => [id, { userId: null, personId: null, text: name }] as const),
    ...content.map(({ id, title }) => [id, { userId: null, personId: null, text: title }] as const),
    ...keys.map(({ id, name }) => [id, { userId: null, personId: null, text: name }] as const),
    ...statements.map(
      ({ id, month }) => [id, { userId: null, personId: null, text: formatMonth(month) }] as const,
    ),
  ])
}
