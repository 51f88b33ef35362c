import { type PatientEntry, patientEntryForm } from '#domain/patients/patient-entry.ts'
import { parsePhone, phoneCountry } from '#domain/values/phones.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { parseInput } from '#server/platform/parse-input.ts'
import type { EnteredPerson } from './similar-patients.ts'

export interface EnteredPatient extends EnteredPerson {
  mayText: boolean
}

/**
 * Normalizes the form by the clinic's country and date.
 * @throws AppError `invalid_input` at the field
 */
export async function readEntry(tx: Tx, ctx: ClinicCtx, input: PatientEntry): Promise<EnteredPatient> {
  const clinic = await tx
    .selectFrom('clinics')
    .select(['currency', 'time_zone'])
    .where('id', '=', ctx.clinicId)
    .executeTakeFirstOrThrow()
  const country = phoneCountry(clinic.currency)
  const today = dateIn(ctx.now(), clinic.time_zone)
  const { name, email, phone, dateOfBirth, mayText } = parseInput(patientEntryForm({ country, today }), input)
  return {
    name,
    email: email || null,
    phone: parsePhone(phone, country),
    bornOn: dateOfBirth || null,
    mayText,
  }
}
