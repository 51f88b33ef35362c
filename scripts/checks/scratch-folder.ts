import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const GiB = 1024 ** 3

/** The file system in memory that every Linux has; in a container it may be of 64 MB. */
const inMemory = '/dev/shm'

/**
 * Makes a folder for databases that are thrown away after the tests, in memory where the machine has plenty: a database is
 * 1,400 files, which cost a disk seven times the processor time that they cost memory (docs/decisions/0140).
 *
 * @param prefix of its name
 * @returns its path; whoever asks removes it
 */
export function makeScratchFolder(prefix: string, among = inMemory): string {
  return mkdtempSync(join(hasRoom(among) ? among : tmpdir(), prefix))
}

/** For all databases of a run, and for the processes that use them. */
function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > GiB && process.availableMemory() > 4 * GiB
  } catch {
    return false
  }
}
