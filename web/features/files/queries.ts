import { queryOptions } from '@tanstack/react-query'
import { personName } from '#domain/memberships/person-name.ts'
import { fileTexts } from '#domain/texts/files.ts'
import { readProfiles } from '#web/lib/clinic/user-profiles.ts'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { readAll } from '#web/lib/fetch/read-all.ts'

/** A file about a patient. Instants are ISO strings. */
export interface PatientFile {
  id: string
  name: string
  mediaType: string | null
  sizeBytes: number
  createdAt: string
  /** since when the patient may read it; null: visible to the team only */
  sharedAt: string | null
}

export interface TeamFile extends PatientFile {
  uploadedBy: string
}

/** A patient's files, newest first. The server records the read. */
export function patientFilesQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patient-files', patientId),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<TeamFile[]> => {
      const rows = await readFiles(signal, patientId)
      const uploaders = [...new Set(rows.map(({ uploaded_by }) => uploaded_by))]
      // files are shown even if the names cannot be loaded
      const profiles = uploaders.length > 0 ? await readProfiles(uploaders).catch(() => []) : []
      return rows.map((row) => {
        const profile = profiles.find(({ id }) => id === row.uploaded_by)
        return {
          ...fileOf(row),
          uploadedBy: profile ? personName(profile, row.uploaded_by) : fileTexts.list.colleague,
        }
      })
    },
  })
}

/** Files shared with the reading patient, newest first; policies hide the rest. */
export function sharedFilesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'shared-files'),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<PatientFile[]> =>
      (await readFiles(signal, null)).map((row) => fileOf(row)),
  })
}

function readFiles(signal: AbortSignal, patientId: string | null) {
  return readAll((from, to) => {
    const files = rest
      .from('patient_files')
      .select('file_id,name,media_type,size_bytes,uploaded_by,created_at,shared_at')
      .eq('kind', 'person_file')
      .not('attached_at', 'is', null)
      .order('created_at', { ascending: false })
      .order('file_id')
      .range(from, to)
      .abortSignal(signal)
    return patientId === null ? files : files.eq('patient_id', patientId)
  })
}

type FileRow = Awaited<ReturnType<typeof readFiles>>[number]

function fileOf({ file_id, name, media_type, size_bytes, created_at, shared_at }: FileRow): PatientFile {
  return {
    id: file_id,
    name,
    mediaType: media_type,
    sizeBytes: size_bytes,
    createdAt: created_at,
    sharedAt: shared_at,
  }
}
