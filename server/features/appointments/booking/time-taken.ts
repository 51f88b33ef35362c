import { AppError } from '#domain/errors.ts'
import { appointmentTexts } from '#domain/texts/appointments.ts'
import { isConstraint } from '#server/platform/database/refused-value.ts'

const exclusionViolation = '23P01'
const deadlock = '40P01'
const checkViolation = '23514'

const fields: Record<string, { path: string; message: string }> = {
  busy_times_provider_excl: { path: 'time', message: appointmentTexts.taken.provider },
  busy_times_room_excl: { path: 'roomId', message: appointmentTexts.taken.room },
  busy_times_provider_check: { path: 'providerId', message: appointmentTexts.form.providerGone },
  busy_times_patient_excl: { path: 'time', message: appointmentTexts.taken.patient },
}

/**
 * Runs a step that books a time; the database decides which one is first (docs/domain-rules.md rule 25), and whether the
 * provider still sees patients (docs/decisions/0172).
 * @param about.patientId the visit's patient, when the team calls: the refusal is audited as a read
 * @param about.day of a series, named in the message
 * @throws AppError `time_taken`
 */
export async function unlessTaken<T>(
  step: () => Promise<T>,
  { patientId, day }: { patientId?: string; day?: string | undefined } = {},
): Promise<T> {
  try {
    return await step()
  } catch (error) {
    const { code } = error as { code?: unknown }
    const isProviderGone = code === checkViolation && isConstraint(error, 'busy_times_provider_check')
    if (code !== exclusionViolation && code !== deadlock && !isProviderGone) throw error
    const field = Object.entries(fields).find(([name]) => isConstraint(error, name))?.[1]
    const named = field && day ? { ...field, message: `${day}: ${field.message}` } : field
    throw new AppError('time_taken', { fields: named ? [named] : [], details: { patientId }, cause: error })
  }
}
