/** A clinic's whole archive: what its manifest says, and how its files are named. */

/** The version of the archive's form that this code writes and reads. */
export const archiveFormat = 1

/** One file of the archive. */
export interface ArchivedFile {
  /** Lines of data; absent for uploaded files. */
  rows?: number
  bytes: number
  /** Of the uncompressed content, in hex. */
  sha256: string
}

/** `manifest.json`, the last file of an archive but for its signature: one without it broke off. */
export interface ClinicManifest {
  format: typeof archiveFormat
  madeAt: string
  clinic: { id: string; subdomain: string }
  /** The last migration: an archive is imported by the same or a later version. */
  schema: string
  /** By path in the archive. */
  files: Record<string, ArchivedFile>
  /** Uploaded files of a clinic that stores more than an archive can hold are copied from the bucket instead. */
  uploads: 'included' | 'left out'
}

export const archivePaths = {
  manifest: 'manifest.json',
  /** The signature of the installation over the manifest, as it is written there. */
  signature: 'manifest.json.jws',
  people: 'json/people.jsonl',
  /** A line of JSON for each row; the import reads these. */
  rows: (table: string) => `json/${table}.jsonl`,
  /** The same rows for a spreadsheet. */
  sheet: (table: string) => `csv/${table}.csv`,
  upload: (fileId: string) => `files/${fileId}`,
}

/** `carefold-sunrise-2026-03-10.zip`. @param on the day in the clinic's zone */
export function archiveName(subdomain: string, on: string): string {
  return `carefold-${subdomain}-${on}.zip`
}
