import { AppError } from '#domain/errors.ts'
import { type Answers, type EnteredAnswers, type FormField, isFileAnswer } from '#domain/forms/forms.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface OwnRequest {
  fields: FormField[]
  answers: Answers
  version: number
  startedAt: Date | null
  signedAt: Date | null
  signedName: string | null
}

/**
 * A form that the caller was asked for, or a guardian for their patient; row-level security decides. Changes run one at
 * a time after `lockOwnRecord`.
 * @throws AppError `not_found`, also for a withdrawn form
 */
export async function ownRequest(
  tx: Tx,
  clinicId: string,
  patientId: string,
  requestId: string,
): Promise<OwnRequest> {
  const row = await tx
    .selectFrom('form_requests')
    .select(['fields', 'answers', 'version', 'started_at', 'signed_at', 'signed_name'])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('id', '=', requestId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return {
    fields: row.fields as unknown as FormField[],
    answers: row.answers as unknown as Answers,
    version: row.version,
    startedAt: row.started_at,
    signedAt: row.signed_at,
    signedName: row.signed_name,
  }
}

/** Without answers to questions that the form does not have, and to those that a file answers. */
export function answersOf(fields: readonly FormField[], answers: EnteredAnswers): EnteredAnswers {
  return Object.fromEntries(
    fields.flatMap(({ id, kind }) => {
      const answer = answers[id]
      return answer === undefined || kind === 'heading' || kind === 'file' ? [] : [[id, answer]]
    }),
  )
}

/** The answers that are files. */
export function filesOf(answers: Answers): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => isFileAnswer(answer)))
}
