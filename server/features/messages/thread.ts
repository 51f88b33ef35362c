import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Side } from '#domain/messages/messages.ts'
import { can } from '#domain/permissions.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { onOwnRecord } from '#server/clinic/own-record.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/** The patient of a thread, and the side of the caller. */
export interface Entered {
  patientId: string
  side: Side
}

/**
 * Runs a step `asSystem` on a thread: a patient's own, or for the team any patient's.
 * @throws AppError `not_found`, `not_allowed`, `second_step_required`, `email_not_confirmed`, `clinic_missing`,
 * `invalid_input`
 */
export async function inThread<T>(
  tx: Tx,
  ctx: ClinicCtx,
  patientId: string | undefined,
  step: (entered: Entered) => Promise<T>,
): Promise<T> {
  const { actor, clinicId } = ctx
  if (actor.role === null || actor.role === 'patient') {
    return onOwnRecord(tx, ctx, async ({ patientId: own }) => {
      if (patientId !== undefined && patientId !== own) throw new AppError('not_found')
      return step({ patientId: own, side: 'patient' })
    })
  }
  await requirePermission(tx, actor, 'messages:write')
  if (patientId === undefined) throw new AppError('invalid_input')
  await requirePatientOf(tx, clinicId, patientId)
  return asSystem(tx, () => step({ patientId, side: 'clinic' }))
}

/**
 * Locks a patient's thread, and creates it if missing.
 * @param at of the message that begins it
 */
export async function openThread(tx: Tx, clinicId: string, patientId: string, at: Date) {
  await tx
    .insertInto('message_threads')
    .values({ clinic_id: clinicId, patient_id: patientId, last_message_at: at })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'patient_id']).doNothing())
    .execute()
  const thread = await lockThread(tx, clinicId, patientId)
  if (!thread) throw new Error('the thread was not made')
  return thread
}

/** Locks a patient's thread; undefined before the first message. */
export function lockThread(tx: Tx, clinicId: string, patientId: string) {
  return tx
    .selectFrom('message_threads')
    .select([
      'last_number',
      'clinic_read',
      'clinic_unread',
      'patient_read',
      'patient_unread',
      'assignee_id',
      'closed_at',
    ])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .forUpdate()
    .executeTakeFirst()
}

export async function writersOf(tx: Tx, clinicId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('clinic_memberships')
    .select(['user_id', 'role', 'is_read_only', 'is_billing_only'])
    .where('clinic_id', '=', clinicId)
    .where('role', '<>', 'patient')
    .where('status', '=', 'active')
    .where('ended_at', 'is', null)
    .execute()
  return rows.flatMap(({ user_id, role, is_read_only: isReadOnly, is_billing_only: isBillingOnly }) =>
    user_id && can({ role: role as 'admin', isReadOnly, isBillingOnly }, 'messages:write') ? [user_id] : [],
  )
}

/** Counts messages of the other side after this one. */
export async function unreadAfter(
  tx: Tx,
  { clinicId, patientId, from, after }: { clinicId: string; patientId: string; from: Side; after: number },
): Promise<number> {
  const { count } = await tx
    .selectFrom('messages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('from_side', '=', from)
    .where('number', '>', after)
    .executeTakeFirstOrThrow()
  return count
}
