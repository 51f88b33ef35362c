import { personalDetailsForm, personalDetailsInput } from '#domain/profiles/personal-details.ts'
import { parsePhone, phoneCountry } from '#domain/values/phones.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { lockOwnRecord, nextVersion } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { parseInput } from '#server/platform/parse-input.ts'

/**
 * Saves a patient's personal details at the clinic, with the name in the patient's account and record; clears empty
 * fields.
 * @throws AppError `not_allowed` unless a patient; `email_not_confirmed`, `second_step_required`
 * @throws AppError `changed_elsewhere`
 */
export const savePersonalDetails = action({
  name: 'save-personal-details',
  input: personalDetailsInput,
  access: 'signed-in',
  async run(tx, ctx, input): Promise<SavedVersion> {
    const { patientId, clinic } = await lockOwnRecord(tx, ctx)
    const now = ctx.now()
    const country = phoneCountry(clinic.currency)
    const details = parseInput(personalDetailsForm({ country, today: dateIn(now, clinic.timeZone) }), input)
    const saved = await tx
      .selectFrom('patient_details')
      .select('version')
      .where('clinic_id', '=', ctx.clinicId)
      .where('patient_id', '=', patientId)
      .executeTakeFirst()
    const version = nextVersion(details.version, saved)
    const row = {
      phone: parsePhone(details.phone, country),
      date_of_birth: details.dateOfBirth || null,
      address: details.address || null,
      city: details.city || null,
      state: details.state || null,
      zip_code: details.zipCode || null,
      version,
      updated_at: now,
    }
    return asSystem(tx, async () => {
      await tx
        .insertInto('patient_details')
        .values({ clinic_id: ctx.clinicId, patient_id: patientId, ...row })
        .onConflict((conflict) => conflict.columns(['clinic_id', 'patient_id']).doUpdateSet(row))
        .execute()
      await tx
        .updateTable('patients')
        .set({ full_name: `${details.firstName} ${details.lastName}`, updated_at: now })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', patientId)
        .execute()
      await ctx.accounts.rename(tx, ctx.userId, details)
      return { version }
    })
  },
})
