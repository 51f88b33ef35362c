import { AppError } from '#domain/errors.ts'
import { type Answers, type FormField, type FormPdf, isFileAnswer } from '#domain/forms/forms.ts'
import { formPdfInput } from '#domain/forms/inputs.ts'
import { isTeamRole } from '#domain/memberships/memberships.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { dateIn } from '#domain/values/zones.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import { requireOwnRecord } from '#server/clinic/own-record.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { type FormFacts, formDocument } from './form-document.ts'

/** Of all pictures in the document; the others are named only. */
const mostPictureBytes = 8_000_000

/**
 * Returns a signed form as a PDF with its pictures: to the team, its patient, and a guardian with full access. Records
 * the read.
 * @throws AppError `not_allowed`; `email_not_confirmed`, `second_step_required`; `not_found`, also for a form that is not
 * signed
 */
export const formPdf = outwardAction({
  name: 'form-pdf',
  input: formPdfInput,
  access: 'signed-in',
  guardians: 'full',
  async run(ctx, { requestId }): Promise<FormPdf> {
    const facts = await ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      const isTeam = isTeamRole(actor.role) || actor.isBillingOnly
      if (isTeam) await requirePermission(tx, actor, 'patients:read')
      else requireOwnRecord({ ...ctx, actor })
      await requireHealthDataAccess(tx)
      const found = await readForm(tx, ctx.clinicId, requestId)
      await recordRead(tx, ['form_requests', 'patient_files'], [found.patientId], 'form-pdf')
      return found
    })
    const pdf = await formDocument({ ...facts, pictures: await readPictures(ctx, facts.answers) })
    const fileName = formTexts.pdf.fileName(dateIn(facts.signedAt, facts.clinic.timeZone))
    return { fileName, base64: Buffer.from(pdf).toString('base64') }
  },
})

async function readForm(
  tx: Tx,
  clinicId: string,
  requestId: string,
): Promise<Omit<FormFacts, 'pictures'> & { patientId: string }> {
  const clinic = await tx
    .selectFrom('clinics')
    .select(['name', 'color', 'phone', 'website', 'time_zone as timeZone'])
    .where('id', '=', clinicId)
    .executeTakeFirstOrThrow()
  const form = await tx
    .selectFrom('form_requests as r')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.id', '=', 'r.patient_id').on('p.clinic_id', '=', clinicId),
    )
    .select(['r.patient_id as patientId', 'p.full_name as patient', 'r.title', 'r.form_version as version'])
    .select(['r.fields', 'r.answers', 'r.signed_at', 'r.signed_name', 'r.signed_statement', 'r.signed_as'])
    .where('r.clinic_id', '=', clinicId)
    .where('r.id', '=', requestId)
    .where('r.signed_at', 'is not', null)
    .executeTakeFirst()
  if (!form?.signed_at) throw new AppError('not_found')
  return {
    clinic,
    ...{ patientId: form.patientId, patient: form.patient, title: form.title, version: form.version },
    fields: form.fields as unknown as FormField[],
    answers: form.answers as unknown as Answers,
    signedAt: form.signed_at,
    signedName: form.signed_name ?? '',
    statement: form.signed_statement ?? '',
    isGuardian: form.signed_as === 'guardian',
  }
}

/** The caller may read the form, and thereby its files. */
async function readPictures(
  { files, transactions }: ClinicCtx,
  answers: Answers,
): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  let bytes = 0
  for (const { id, mediaType, sizeBytes } of Object.values(answers).flatMap((answer) =>
    isFileAnswer(answer) ? answer.files : [],
  )) {
    if (!isPrintable(mediaType) || bytes + sizeBytes > mostPictureBytes) continue
    bytes += sizeBytes
    pictures.set(id, await files.bytesOf(transactions, id))
  }
  return pictures
}

/** By pdfkit. */
const isPrintable = (mediaType: string) => mediaType === 'image/jpeg' || mediaType === 'image/png'
