import { AppError } from '#domain/errors.ts'
import { guardianIdInput } from '#domain/guardians/guardians.ts'
import { can } from '#domain/permissions.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { action } from '#server/clinic/action.ts'
import { onOwnRecord } from '#server/clinic/own-record.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { provenAddress } from '#server/clinic/proven-address.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { addOwnersTask, lockAccess, notifyOfChange, readLadderFacts } from './access-rows.ts'

/**
 * Ends a guardian's access to a patient's record now, or withdraws an offer. The team and the guardian may call it.
 * Notifies both sides and the patient's other guardians.
 * @throws AppError `clinic_missing`, `second_step_required`; `not_found`, also if it ended
 */
export const endGuardianship = action({
  name: 'end-guardianship',
  input: guardianIdInput,
  access: 'signed-in',
  system: 'rules and ages decide about a guardian’s access, and the caller does not read them',
  async run(tx, ctx, { guardianId }): Promise<{ success: true }> {
    const { clinicId, userId, actor } = ctx
    if (!clinicId) throw new AppError('clinic_missing')
    const isTeam = can(actor, 'guardians:write')
    const isOwn = await asSystem(tx, async () => {
      const address = await provenAddress(tx, userId)
      const access = await lockAccess(tx, clinicId, guardianId)
      const isOffered = access.accepted_at === null && access.email === address
      return access.user_id === userId || isOffered
    })
    if (!isOwn && !isTeam) throw new AppError('not_found')
    if (!isOwn) await requirePermission(tx, actor, 'guardians:write')
    return asSystem(tx, async () => {
      const now = ctx.now()
      const access = await lockAccess(tx, clinicId, guardianId)
      await tx
        .updateTable('patient_guardians')
        .set({ ended_at: now, ended_by: userId, ended_because: isOwn ? 'guardian' : 'team' })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', access.id)
        .execute()
      await tx
        .deleteFrom('auth.one_time_tokens')
        .where('kind', '=', 'invitation')
        .where('scope', '=', access.id)
        .execute()
      if (access.accepted_at)
        await notifyOfChange(
          tx,
          {
            ...{ clinicId, id: access.id, patientId: access.patient_id },
            key: 'ended',
            when: 'changed',
            tellsOthers: true,
          },
          now,
        )
      return { success: true }
    })
  },
})

/**
 * Asks the team, by a task, to end a guardian's access to the caller's record. The guardian is not notified.
 * Idempotent.
 * @throws AppError `clinic_missing`, `not_allowed`, `email_not_confirmed`, `second_step_required` unless a patient;
 * `not_found`
 */
export const askToEndGuardianship = action({
  name: 'ask-to-end-guardianship',
  input: guardianIdInput,
  access: 'signed-in',
  system: 'rules and ages decide about a guardian’s access, and the caller does not read them',
  run: (tx, ctx, { guardianId }): Promise<{ success: true }> =>
    onOwnRecord(tx, ctx, async ({ patientId }) => {
      const { clinicId } = ctx
      const now = ctx.now()
      const access = await lockAccess(tx, clinicId, guardianId)
      if (access.patient_id !== patientId || !access.accepted_at) throw new AppError('not_found')
      if (access.end_asked_at) return { success: true }
      await tx
        .updateTable('patient_guardians')
        .set({ end_asked_at: now })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', access.id)
        .execute()
      const { today } = await readLadderFacts(tx, clinicId, patientId, now)
      const title = guardianTexts.tasks.endAsked
      await addOwnersTask(tx, { clinicId, patientId, title, dueOn: today }, now)
      return { success: true }
    }),
})
