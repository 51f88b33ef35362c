import {
  type HealthInformation,
  healthInformationForm,
  healthInformationInput,
} from '#domain/profiles/health-information.ts'
import { parsePhone, phoneCountry } from '#domain/values/phones.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { lockOwnRecord, nextVersion, type OwnRecord } from '#server/clinic/own-record.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { parseInput } from '#server/platform/parse-input.ts'

/**
 * Saves a patient's health information; clears empty fields.
 * @throws AppError `not_allowed` unless a patient; `email_not_confirmed`, `second_step_required`
 * @throws AppError `changed_elsewhere`
 */
export const saveHealthInformation = action({
  name: 'save-health-information',
  input: healthInformationInput,
  access: 'signed-in',
  run: async (tx, ctx, input): Promise<SavedVersion> =>
    storeHealth(tx, ctx, await lockOwnRecord(tx, ctx), input),
})

/**
 * Stores the health information of a locked record.
 * @throws AppError `changed_elsewhere`, `invalid_input`
 */
export async function storeHealth(
  tx: Tx,
  ctx: ClinicCtx,
  { patientId, clinic }: OwnRecord,
  input: HealthInformation,
): Promise<SavedVersion> {
  const country = phoneCountry(clinic.currency)
  const health = parseInput(healthInformationForm(country), input)
  const saved = await tx
    .selectFrom('patient_health')
    .select('version')
    .where('clinic_id', '=', ctx.clinicId)
    .where('patient_id', '=', patientId)
    .executeTakeFirst()
  const version = nextVersion(health.version, saved)
  const row = {
    emergency_contact: health.emergencyContact || null,
    emergency_phone: parsePhone(health.emergencyPhone, country),
    allergies: health.allergies || null,
    medications: health.medications || null,
    medical_conditions: health.medicalConditions || null,
    version,
    updated_at: ctx.now(),
  }
  return asSystem(tx, async () => {
    await tx
      .insertInto('patient_health')
      .values({ clinic_id: ctx.clinicId, patient_id: patientId, ...row })
      .onConflict((conflict) => conflict.columns(['clinic_id', 'patient_id']).doUpdateSet(row))
      .execute()
    return { version }
  })
}
