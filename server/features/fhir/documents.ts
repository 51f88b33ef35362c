import { sql } from 'kysely'
import { type DocumentRow, documentResource } from '#domain/fhir/document-reference.ts'
import { dateValue, tokenValue } from '#domain/fhir/search-values.ts'
import { instantIs, never, referenceIs } from './conditions.ts'
import { type Parameter, readableRows } from './readable.ts'

type Row = Omit<DocumentRow, 'createdAt' | 'attachedAt'> & { createdAt: Date; attachedAt: Date }

const subject: Parameter = (value, _name, { place }) =>
  referenceIs(sql`f.patient_id`, 'Patient', value, place.base)

export const documents = readableRows<Row>({
  tables: ['patient_files'],
  id: sql`f.file_id`,
  updatedAt: sql`f.attached_at`,
  parameters: {
    subject,
    patient: subject,
    date: (value, name, { zone }) => instantIs(sql`f.created_at`, dateValue(name, value, zone)),
    // every document is current
    status: (value) => (tokenValue(value).code === 'current' ? sql<boolean>`true` : never),
  },
  select: ({ clinicId }, where) => sql<Row>`
    select f.file_id as id, f.patient_id as "patientId", f.kind, f.name, f.media_type as "mediaType",
           f.size_bytes as "sizeBytes", f.created_at as "createdAt", f.attached_at as "attachedAt"
      from public.patient_files f
     where f.clinic_id = ${clinicId} and ${where}`,
  resource: (row, place) =>
    documentResource(
      { ...row, createdAt: row.createdAt.toISOString(), attachedAt: row.attachedAt.toISOString() },
      place,
    ),
  patientOf: ({ patientId }) => patientId,
})
