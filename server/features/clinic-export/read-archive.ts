import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { archiveFormat, archivePaths, type ClinicManifest } from '#domain/clinic-export/clinic-export.ts'
import { readMigrations } from '#server/platform/database/migrations.ts'
import type { DocumentSignatures } from '#server/platform/document-signatures.ts'

export const archiveKind = 'carefold-archive'

export interface ClinicArchive {
  manifest: ClinicManifest
  /**
   * Whether this installation signed the manifest. If not, the archive is untrusted; its checksums prove only
   * completeness.
   */
  isSignedHere: boolean
  /**
   * Content of a file, verified by its checksum.
   * @throws Error with one line for the operator
   */
  content(path: string): Uint8Array
  /**
   * Rows of a JSON file.
   * @throws Error with one line for the operator
   */
  lines(path: string): string[]
}

/**
 * @param zip the whole archive
 * @throws Error with one line for the operator
 */
export function readArchive(zip: Uint8Array, signatures: Pick<DocumentSignatures, 'verify'>): ClinicArchive {
  // unpacks one file at a time, so that only the packed archive is in memory
  const find = (path: string) => unzipSync(zip, { filter: ({ name }) => name === path })[path]
  const read = (path: string) => {
    const found = find(path)
    if (!found) throw new Error(`the archive has no ${path}: it is not whole`)
    return found
  }
  const bytes = read(archivePaths.manifest)
  const manifest = JSON.parse(text(bytes)) as ClinicManifest
  requireReadable(manifest)
  const signature = find(archivePaths.signature)
  const content = (path: string) => {
    const found = read(path)
    if (createHash('sha256').update(found).digest('hex') !== manifest.files[path]?.sha256)
      throw new Error(`${path} is damaged: its checksum differs`)
    return found
  }
  return {
    manifest,
    isSignedHere: signature !== undefined && signatures.verify(archiveKind, bytes, text(signature)),
    content,
    lines: (path) => text(content(path)).split('\n').slice(0, -1),
  }
}

const text = (content: Uint8Array) => Buffer.from(content).toString('utf8')

function requireReadable({ format, schema }: ClinicManifest): void {
  if (format !== archiveFormat) throw new Error('the archive was made by a later version')
  if (schema !== '' && !readMigrations().some(({ name }) => name === schema))
    throw new Error(`the archive was made with ${schema}, which this version does not have`)
}
