import { type CreatedPatient, createPatientInput } from '#domain/patients/patient-entry.ts'
import { action } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { addRecord, isPatientOf } from '#server/clinic/patients.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { readEntry } from './patient-entry.ts'
import { recordTextConsent } from './record-text-consent.ts'
import { similarPatients } from './similar-patients.ts'

/**
 * Creates a patient without an account, who can be booked, found and charted at once. Returns similar patients instead,
 * unless the caller has seen them. A repeated call with the same `attempt` creates the patient once.
 * @throws AppError `not_allowed`, `second_step_required`; `invalid_input` at the field
 */
export const createPatient = action({
  name: 'create-patient',
  input: createPatientInput,
  access: 'patients:write',
  async run(tx, ctx, input): Promise<CreatedPatient> {
    const { clinicId } = ctx
    const entered = await readEntry(tx, ctx, input)
    const patientId = input.attempt
    if (await isPatientOf(tx, clinicId, patientId)) return { patientId, similar: [] }
    const similar = input.isNewPerson ? [] : await similarPatients(tx, clinicId, entered)
    if (similar.length > 0) {
      const shown = similar.map(({ id }) => id)
      await recordRead(tx, ['patients', 'patient_details'], shown, 'create-patient')
      return { patientId: null, similar }
    }
    await asSystem(tx, async () => {
      await addRecord(tx, { ...entered, id: patientId, clinicId, now: ctx.now() })
      if (entered.mayText) await recordTextConsent(tx, ctx, patientId, true)
      await auditPatients(tx, 'patient.created', [patientId], {})
    })
    return { patientId, similar: [] }
  },
})
