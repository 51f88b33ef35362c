import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import {
  consentPurposes,
  consentVersion,
  consentWording,
  contactChoices,
  contactPreferencesInput,
} from '#domain/preferences/contact-preferences.ts'
import { contactDefaults } from '#domain/preferences/defaults.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { lockOwnRecord, nextVersion } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { settleAskedAnew } from './asked-anew.ts'

/**
 * Saves a patient's contact preferences, and records each change of consent with the displayed wording
 * (docs/domain-rules.md rule 32).
 * @returns the version after the save; unchanged without a change
 * @throws AppError `not_allowed` unless a patient; `email_not_confirmed`, `second_step_required`
 * @throws AppError `changed_elsewhere` if they were saved since, also by a text message; `invalid_input` at
 * `smsNotifications` without a phone number
 */
export const saveContactPreferences = action({
  name: 'save-contact-preferences',
  input: contactPreferencesInput,
  access: 'signed-in',
  async run(tx, ctx, input): Promise<SavedVersion> {
    const { patientId, clinic } = await lockOwnRecord(tx, ctx)
    const ofPatient = { clinic_id: ctx.clinicId, patient_id: patientId }
    const read = () =>
      tx
        .selectFrom('contact_preferences')
        .select(['version', 'sms_notifications'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('patient_id', '=', patientId)
        .executeTakeFirst()
    const saved = await read()
    nextVersion(input.version, saved)
    const wantsSms = saved?.sms_notifications ?? contactDefaults.smsNotifications
    if (input.smsNotifications && !wantsSms) {
      const details = await tx
        .selectFrom('patient_details')
        .select('phone')
        .where('clinic_id', '=', ctx.clinicId)
        .where('patient_id', '=', patientId)
        .executeTakeFirst()
      if (!details?.phone) {
        const fields = [{ path: 'smsNotifications', message: preferenceTexts.contact.phoneMissing }]
        throw new AppError('invalid_input', { fields })
      }
    }
    await asSystem(tx, async () => {
      for (const choice of contactChoices) {
        await sql`select app.record_consent(${ofPatient.clinic_id}::uuid, ${ofPatient.patient_id}::uuid,
          ${consentPurposes[choice]}, ${input[choice]}, 'web', ${consentVersion},
          ${consentWording(choice, clinic.name)}, ${ctx.now()})`.execute(tx)
      }
      // choosing confirms pending consents
      await settleAskedAnew(tx, ctx.clinicId, patientId)
    })
    const after = await read()
    return { version: after?.version ?? 0 }
  },
})
