import type { AnsweredFile, FieldKind, FormField } from '#domain/forms/forms.ts'
import type { TestDatabase } from './database/database.ts'
import type { Patient, TestClinic } from './sign-in/people.ts'

export function aField(kind: FieldKind, changes: Partial<FormField> = {}): FormField {
  return {
    id: crypto.randomUUID(),
    kind,
    label: `A ${kind}`,
    hint: '',
    isRequired: true,
    isLong: false,
    isMany: false,
    options: kind === 'choice' ? ['Yes', 'No'] : [],
    ...changes,
  }
}

/** As `save-form` leaves it. */
export async function aForm(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  options: {
    title?: string
    fields?: FormField[]
    occasion?: 'request' | 'joining' | 'visit'
    visitTypes?: string[]
    repeats?: string
    isActive?: boolean
  } = {},
): Promise<{ id: string; fields: FormField[] }> {
  const { fields = [aField('text')], occasion = 'request' } = options
  const [row] = await db.asOwner<{ id: string }>(
    `insert into public.forms (clinic_id, title, fields, occasion, visit_types, repeats, is_active, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, now(), now()) returning id`,
    [
      clinic.id,
      options.title ?? `Form ${crypto.randomUUID().slice(0, 8)}`,
      JSON.stringify(fields),
      occasion,
      options.visitTypes ?? (occasion === 'visit' ? ['checkup'] : []),
      options.repeats ?? 'once',
      options.isActive ?? true,
    ],
  )
  if (!row) throw new Error('no form was made')
  return { id: row.id, fields }
}

/** As `ask-form` leaves it. Without `form` it is a new one. @returns the id of the request */
export async function aFormRequest(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  patient: Pick<Patient, 'patientId'>,
  options: { form?: { id: string; fields: FormField[] }; answers?: object; signedName?: string } = {},
): Promise<string> {
  const form = options.form ?? (await aForm(db, clinic))
  const [row] = await db.asOwner<{ id: string }>(
    `insert into public.form_requests (clinic_id, patient_id, form_id, form_version, title, fields, asked_at, notified_at, answers,
                                       signed_at, signed_name, signed_statement, signed_as)
     select f.clinic_id, $2, f.id, f.version, f.title, f.fields, now(), now(), $4, case when $5::text is not null then now() end, $5,
            case when $5 is not null then 'Correct.' end, case when $5 is not null then 'patient' end
       from public.forms f where f.clinic_id = $1 and f.id = $3 returning id`,
    [
      clinic.id,
      patient.patientId,
      form.id,
      JSON.stringify(options.answers ?? {}),
      options.signedName ?? null,
    ],
  )
  if (!row) throw new Error('no form was requested')
  return row.id
}

/** As an upload leaves it; its bytes are not stored. */
export async function aFormFile(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id'>,
  patient: Pick<Patient, 'patientId'>,
  options: { requestId: string; fieldId: string; by: string; isReady?: boolean },
): Promise<AnsweredFile> {
  const { isReady = true } = options
  const file = { name: 'scan.pdf', mediaType: 'application/pdf', sizeBytes: 10, sha256: '0'.repeat(64) }
  const [row] = await db.asOwner<{ id: string }>(
    `insert into files (clinic_id, owner_id, kind, size_bytes, received_bytes, state, sha256, media_type, attached_at)
     values ($1, $2, 'form_file', 10, 10, case when $3 then 'ready' else 'uploading' end, case when $3 then $4 end,
             case when $3 then $5 end, case when $3 then now() end) returning id`,
    [clinic.id, options.by, isReady, file.sha256, file.mediaType],
  )
  if (!row) throw new Error('no file was made')
  await db.asOwner(
    `insert into patient_files (file_id, clinic_id, patient_id, kind, name, media_type, size_bytes, uploaded_by, attached_at,
                                form_request_id, form_field_id)
     values ($1, $2, $3, 'form_file', $4, $5, 10, $6, case when $7 then now() end, $8, $9)`,
    [
      ...[row.id, clinic.id, patient.patientId, file.name, file.mediaType, options.by, isReady],
      ...[options.requestId, options.fieldId],
    ],
  )
  return { id: row.id, ...file }
}
