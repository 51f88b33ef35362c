import { AppError } from '#domain/errors.ts'
import {
  defaultGuardianRules,
  type GuardianLevel,
  type GuardianRules,
  ladderOf,
} from '#domain/guardians/guardians.ts'
import type { GuardianNoticeKind } from '#domain/notices/notices.ts'
import { dateIn } from '#domain/values/zones.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { writeNotice } from '../notices/write-notice.ts'

export async function readLadderFacts(
  tx: Tx,
  clinicId: string,
  patientId: string,
  now: Date,
): Promise<{ rules: GuardianRules; bornOn: string | null; today: string }> {
  const [timeZone, rules, details] = await Promise.all([
    clinicZone(tx, clinicId),
    tx
      .selectFrom('guardian_rules')
      .select(['limited_from', 'ends_at', 'invites'])
      .where('clinic_id', '=', clinicId)
      .executeTakeFirst(),
    tx
      .selectFrom('patient_details')
      .select('date_of_birth')
      .where('clinic_id', '=', clinicId)
      .where('patient_id', '=', patientId)
      .executeTakeFirst(),
  ])
  return {
    rules: rules
      ? { limitedFrom: rules.limited_from, endsAt: rules.ends_at, invites: rules.invites }
      : defaultGuardianRules,
    bornOn: details?.date_of_birth ?? null,
    today: dateIn(now, timeZone),
  }
}

/**
 * Locks an offered or accepted access.
 * @throws AppError `not_found`, also if it ended
 */
export async function lockAccess(tx: Tx, clinicId: string, guardianId: string) {
  const row = await tx
    .selectFrom('patient_guardians')
    .select(['id', 'patient_id', 'user_id', 'email', 'access', 'until_on', 'expires_at', 'accepted_at'])
    .select(['end_asked_at'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', guardianId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return { ...row, access: row.access as GuardianLevel }
}

export function ladderOfRow(
  row: { access: string; until_on: string | null },
  facts: { rules: GuardianRules; bornOn: string | null; today: string },
) {
  return ladderOf(
    { granted: row.access as GuardianLevel, bornOn: facts.bornOn, untilOn: row.until_on },
    facts.rules,
    facts.today,
  )
}

/**
 * Notifies both sides of a change of an access, and the patient's other guardians if a person decided it
 * (docs/domain-rules.md complaint 2). Role `system`.
 * @param change.key unique to the change
 */
export async function notifyOfChange(
  tx: Tx,
  change: {
    clinicId: string
    id: string
    patientId: string
    key: string
    when: 'soon' | 'changed'
    tellsOthers?: boolean
  },
  now: Date,
): Promise<void> {
  const { clinicId, id, patientId, key, when } = change
  const tell = (kind: GuardianNoticeKind, subjectId: string) =>
    writeNotice(tx, { clinicId, kind, subjectId, key: `${subjectId}:${key}` }, now)
  await tell(`guardian_${when}`, id)
  await tell(`ward_${when}`, id)
  if (!change.tellsOthers) return
  const others = await tx
    .selectFrom('app.live_guardians')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('id', '<>', id)
    .execute()
  for (const other of others)
    if (other.id)
      await writeNotice(
        tx,
        { clinicId, kind: 'guardian_changed', subjectId: other.id, key: `${other.id}:${id}:${key}` },
        now,
      )
}

/** Adds a task about a patient for the clinic's owner. Role `system`. */
export async function addOwnersTask(
  tx: Tx,
  task: { clinicId: string; patientId: string; title: string; dueOn: string },
  now: Date,
): Promise<void> {
  const owner = await tx
    .selectFrom('clinic_memberships')
    .select('user_id')
    .where('clinic_id', '=', task.clinicId)
    .where('is_owner', '=', true)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  await tx
    .insertInto('tasks')
    .values({
      clinic_id: task.clinicId,
      patient_id: task.patientId,
      title: task.title,
      due_on: task.dueOn,
      assignee_id: owner?.user_id ?? null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
