import { sql } from 'kysely'
import { FhirProblem } from '#domain/fhir/problem.ts'
import { fhirTexts } from '#domain/texts/fhir.ts'
import type { Services } from '#server/clinic/action.ts'
import { type ReadableFile, sendFile, storedFile } from '#server/features/files/download.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { idIs } from './conditions.ts'
import { recordKeyRead } from './record-key-read.ts'

/** The file of a DocumentReference that the program may read; null: none. Audited. */
export async function readBinary(tx: Tx, clinicId: string, id: string): Promise<ReadableFile | null> {
  const { rows } = await sql<{ patient_id: string; kind: ReadableFile['kind'] }>`
    select f.patient_id, f.kind from public.patient_files f
     where f.clinic_id = ${clinicId} and ${idIs(sql`f.file_id`, id)}`.execute(tx)
  const [seen] = rows
  await recordKeyRead(tx, ['patient_files'], seen ? [seen.patient_id] : [])
  return seen ? asSystem(tx, () => storedFile(tx, { clinicId, fileId: id, kind: seen.kind })) : null
}

/** Its bytes, as they were uploaded. @throws FhirProblem 404 */
export function sendBinary(
  services: Services,
  request: Request,
  id: string,
  file: ReadableFile | null,
): Promise<Response> {
  if (!file) throw new FhirProblem(404, 'not-found', fhirTexts.problems.notFound(`Binary/${id}`))
  return sendFile(services, request, id, file)
}
