import { fhirTexts } from '../texts/fhir.ts'
import { plainText, referenceTo } from './codes.ts'
import type { DocumentReference, FhirPlace } from './resources.ts'

/** A file about a patient. Instants are ISO strings. */
export interface DocumentRow {
  id: string
  patientId: string
  kind: string
  name: string
  mediaType: string | null
  sizeBytes: number
  createdAt: string
  attachedAt: string
}

/** Its bytes are read from the attachment's address, with the same token. */
export function documentResource(row: DocumentRow, { base }: FhirPlace): DocumentReference {
  const description = fhirTexts.documentKinds[row.kind]
  return {
    resourceType: 'DocumentReference',
    id: row.id,
    meta: { lastUpdated: row.attachedAt },
    status: 'current',
    subject: referenceTo('Patient', row.patientId),
    date: row.createdAt,
    ...(description && { description }),
    content: [
      {
        attachment: {
          ...(row.mediaType && { contentType: row.mediaType }),
          url: `${base}/Binary/${row.id}`,
          size: row.sizeBytes,
          title: plainText(row.name),
          creation: row.createdAt,
        },
      },
    ],
  }
}
