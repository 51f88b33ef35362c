import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** In UTC, so that names sort by time. */
const named = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/

export function backupName(now: Date): string {
  return now.toISOString().replaceAll(':', '-').slice(0, 19)
}

/** Ignores names of any other form. @returns the names removed */
export async function deleteOldBackups(folder: string, count: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const backups = entries.filter((entry) => entry.isDirectory() && named.test(entry.name))
  const old = backups
    .map(({ name }) => name)
    .sort()
    .slice(0, -count)
  for (const name of old) await rm(join(folder, name), { recursive: true })
  return old
}

/** @returns how many backups to keep; null: all. @throws Error with one line for the operator */
export function readCount(text: string | undefined): number | null {
  if (!text) return null
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`BACKUP_KEEP is "${text}": a number from 1 to 9999`)
  return Number(text)
}
