import { AppError } from '#domain/errors.ts'
import { feedbackForm, shareFeedbackInput } from '#domain/feedback/feedback.ts'
import { feedbackTexts } from '#domain/texts/feedback.ts'
import { parsePhone, phoneCountry } from '#domain/values/phones.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { lockOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { parseInput } from '#server/platform/parse-input.ts'

/**
 * Sends a patient's feedback to the clinic, at most one open entry per day in the clinic's time zone.
 * @throws AppError `invalid_input` at `body` for a second one
 * @throws AppError `not_allowed` unless a patient; `email_not_confirmed`, `second_step_required`
 */
export const shareFeedback = action({
  name: 'share-feedback',
  input: shareFeedbackInput,
  access: 'signed-in',
  async run(tx, ctx, input): Promise<{ feedbackId: string }> {
    const { patientId, clinic } = await lockOwnRecord(tx, ctx)
    const country = phoneCountry(clinic.currency)
    const { rating, body, mayCall, phone } = parseInput(feedbackForm(country), input)
    const now = ctx.now()
    const today = dateIn(now, clinic.timeZone)
    const open = await tx
      .selectFrom('feedback')
      .select('id')
      .where('clinic_id', '=', ctx.clinicId)
      .where('patient_id', '=', patientId)
      .where('given_on', '=', today)
      .where('answered_at', 'is', null)
      .executeTakeFirst()
    if (open) {
      const message = feedbackTexts.form.givenToday(clinic.name)
      throw new AppError('invalid_input', { fields: [{ path: 'body', message }] })
    }
    return asSystem(tx, async () => {
      const { id } = await tx
        .insertInto('feedback')
        .values({
          clinic_id: ctx.clinicId,
          patient_id: patientId,
          given_on: today,
          given_at: now,
          rating,
          body,
          call_phone: mayCall ? parsePhone(phone, country) : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { feedbackId: id }
    })
  },
})
