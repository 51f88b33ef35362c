import { addPersonNoteInput } from '#domain/person-notes/person-notes.ts'
import { action } from '#server/clinic/action.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Adds a team note about a patient.
 * @throws AppError `not_found`
 */
export const addPersonNote = action({
  name: 'add-person-note',
  input: addPersonNoteInput,
  access: 'notes:write',
  async run(tx, ctx, { patientId, body }): Promise<{ noteId: string }> {
    await requirePatientOf(tx, ctx.clinicId, patientId)
    return asSystem(tx, async () => {
      const at = ctx.now()
      const { id } = await tx
        .insertInto('person_notes')
        .values({
          clinic_id: ctx.clinicId,
          patient_id: patientId,
          author_id: ctx.userId,
          body,
          created_at: at,
          updated_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { noteId: id }
    })
  },
})
