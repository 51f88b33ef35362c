import { addMessageNoteInput } from '#domain/messages/message-notes.ts'
import { action } from '#server/clinic/action.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Adds an internal note to a patient's conversation, for the team alone. Changes no read mark, notifies no one, and
 * neither opens nor moves the conversation. Idempotent per `attempt`.
 * @throws AppError `not_found`
 */
export const addMessageNote = action({
  name: 'add-message-note',
  input: addMessageNoteInput,
  access: 'notes:write',
  async run(tx, ctx, { patientId, body, attempt }): Promise<{ success: true }> {
    await requirePatientOf(tx, ctx.clinicId, patientId)
    return asSystem(tx, async () => {
      await tx
        .insertInto('message_notes')
        .values({
          clinic_id: ctx.clinicId,
          patient_id: patientId,
          author_id: ctx.userId,
          body,
          attempt,
          written_at: ctx.now(),
        })
        .onConflict((conflict) => conflict.columns(['clinic_id', 'author_id', 'attempt']).doNothing())
        .execute()
      return { success: true }
    })
  },
})
