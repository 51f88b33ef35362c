import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const GiB = 1024 ** 3

/** Linux' file system in memory; in a container it may have 64 MB. */
const inMemory = '/dev/shm'

/**
 * Makes a folder for temporary databases, in memory where there is enough: on a disk their 1,400 files cost seven times the
 * processor time (docs/decisions/0140).
 * @param prefix of its name
 * @returns its path; the caller removes it
 */
export function makeScratchFolder(prefix: string, among = inMemory): string {
  return mkdtempSync(join(hasRoom(among) ? among : tmpdir(), prefix))
}

/** For all databases and processes of a run. */
function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > GiB && process.availableMemory() > 4 * GiB
  } catch {
    return false
  }
}
