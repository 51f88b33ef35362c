/** Manifest and file names of a clinic's archive. */

export const archiveFormat = 1

export interface ArchivedFile {
  /** Lines of data; absent for uploaded files. */
  rows?: number
  bytes: number
  /** Of the uncompressed content, in hex. */
  sha256: string
}

/** `manifest.json`, followed only by its signature: an archive without it is incomplete. */
export interface ClinicManifest {
  format: typeof archiveFormat
  madeAt: string
  clinic: { id: string; subdomain: string }
  /** The last migration: the importing version must be the same or later. */
  schema: string
  /** The end of the trail's chain (docs/decisions/0021), in hex; position 0: nothing was sealed. */
  trail: { position: number; hash: string }
  /** By path in the archive. */
  files: Record<string, ArchivedFile>
  /** `left out` if the uploads exceed an archive: copy them from the bucket. */
  uploads: 'included' | 'left out'
}

export const archivePaths = {
  manifest: 'manifest.json',
  /** The installation's signature of the manifest. */
  signature: 'manifest.json.jws',
  people: 'json/people.jsonl',
  rows: (table: string) => `json/${table}.jsonl`,
  /** The same rows for spreadsheets. */
  sheet: (table: string) => `csv/${table}.csv`,
  upload: (fileId: string) => `files/${fileId}`,
}

/** `carefold-sunrise-2026-03-10.zip`. @param on the day in the clinic's zone */
export function archiveName(subdomain: string, on: string): string {
  return `carefold-${subdomain}-${on}.zip`
}
