/** One person's whole record as a file (docs/decisions/0171). */

import * as z from 'zod/mini'

export const recordFormat = 1

export const exportRecordInput = z.object({ patientId: z.uuid() })

/** For which reader a file was made: it holds what that reader may read. */
export type RecordReader = 'team' | 'patient' | 'guardian'

export const recordPaths = {
  document: 'record.pdf',
  data: 'record.json',
  /** Numbered, because two files may have one name. */
  file: (number: number, name: string) => `files/${number}-${safeName(name)}`,
}

/** `record-sunrise-2026-03-10.zip`, without a name: file names are listed in many places. */
export function recordFileName(subdomain: string, on: string): string {
  return `record-${subdomain}-${on}.zip`
}

/** Without characters that a file system or an archive program reads as a path. */
function safeName(name: string): string {
  return (
    name
      .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_')
      .replace(/^\.+/, '_')
      .trim() || 'file'
  )
}
