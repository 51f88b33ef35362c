import { AppError } from '#domain/errors.ts'
import { type Answers, isHealthAnswer } from '#domain/forms/forms.ts'
import { problemsOf, signFormInput } from '#domain/forms/inputs.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { phoneCountry } from '#domain/values/phones.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { lockOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { storeHealth } from '../profiles/save-health-information.ts'
import { answersOf, filesOf, ownRequest } from './own-request.ts'

/**
 * Signs a form with all its answers, and stores its health information in the record. For a minor whose guardian has
 * full access, the guardian signs. Uploads that are not complete are deleted. Repeating it with the same name changes nothing.
 * @throws AppError `not_allowed` unless a patient or a guardian with full access; `email_not_confirmed`,
 * `second_step_required`, `not_found`, `form_signed`, `form_withdrawn`, `guardian_signs`; `changed_elsewhere` if the
 * answers or the record's health information were saved since the caller read them; `invalid_input` for missing answers
 */
export const signForm = action({
  name: 'sign-form',
  input: signFormInput,
  access: 'signed-in',
  guardians: 'full',
  async run(tx, ctx, { requestId, version, answers: sent, name }): Promise<{ success: true }> {
    const { clinicId, actor } = ctx
    const record = await lockOwnRecord(tx, ctx)
    const request = await ownRequest(tx, clinicId, record.patientId, requestId)
    if (request.signedAt && request.signedName === name) return { success: true }
    if (request.signedAt) throw new AppError('form_signed')
    if (version !== request.version) throw new AppError('changed_elsewhere')
    const isGuardian = actor.guardianAccess !== null
    const answers = { ...answersOf(request.fields, sent), ...filesOf(request.answers) }
    const problems = problemsOf(request.fields, answers, phoneCountry(record.clinic.currency))
    const fields = Object.entries(problems).map(([id, message]) => ({ path: `answers.${id}`, message }))
    if (fields.length > 0) throw new AppError('invalid_input', { fields })
    const health = Object.values(answers).find(isHealthAnswer)
    if (health) await storeHealth(tx, ctx, record, health)
    const statement = isGuardian
      ? formTexts.statementOfGuardian(await nameOf(tx, clinicId, record.patientId))
      : formTexts.statement
    const signed = { answers, version, name, statement, isGuardian, startedAt: request.startedAt }
    if (await store(tx, ctx, { requestId, patientId: record.patientId }, signed)) return { success: true }
    // the caller reads no withdrawn form
    const current = await ownRequest(tx, clinicId, record.patientId, requestId).catch(() => {
      throw new AppError('form_withdrawn')
    })
    if (current.version !== version) throw new AppError('changed_elsewhere')
    throw new AppError('guardian_signs')
  },
})

/** @returns false for a withdrawn form, after a file was added or removed, and for a patient with a guardian who has full access */
function store(
  tx: Tx,
  ctx: ClinicCtx,
  { requestId, patientId }: { requestId: string; patientId: string },
  signed: {
    answers: Answers
    version: number
    name: string
    statement: string
    isGuardian: boolean
    startedAt: Date | null
  },
): Promise<boolean> {
  const at = ctx.now()
  const { clinicId } = ctx
  return asSystem(tx, async () => {
    await removeUnfinished(tx, ctx, requestId)
    const { numUpdatedRows } = await tx
      .updateTable('form_requests')
      .set({
        answers: JSON.stringify(signed.answers),
        started_at: signed.startedAt ?? at,
        saved_at: at,
        signed_at: at,
        signed_name: signed.name,
        signed_statement: signed.statement,
        signed_as: signed.isGuardian ? 'guardian' : 'patient',
        signed_by: ctx.userId,
      })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', requestId)
      .where('version', '=', signed.version)
      .where('withdrawn_at', 'is', null)
      .$if(!signed.isGuardian, (query) =>
        query.where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('app.live_guardians as g')
                .select('g.id')
                .where('g.clinic_id', '=', clinicId)
                .where('g.patient_id', '=', patientId)
                .where('g.level', '=', 'full'),
            ),
          ),
        ),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

/** Waits for uploads that are becoming complete; later ones wait for the lock on the record. Role `system`. */
async function removeUnfinished(tx: Tx, { clinicId }: ClinicCtx, requestId: string): Promise<void> {
  await tx
    .deleteFrom('files')
    .where('clinic_id', '=', clinicId)
    .where('attached_at', 'is', null)
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('patient_files as k')
          .select('k.file_id')
          .where('k.clinic_id', '=', clinicId)
          .where('k.form_request_id', '=', requestId),
      ),
    )
    .execute()
}

async function nameOf(tx: Tx, clinicId: string, patientId: string): Promise<string> {
  const { full_name: name } = await tx
    .selectFrom('patients')
    .select('full_name')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  return name
}
