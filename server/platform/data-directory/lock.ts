import { linkSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFile } from './files.ts'

/** Held while this process owns the data folder. */
export interface DataDirectoryLock {
  release(): void
}

/** Another live process owns the folder: two PGlite processes on one folder lose rows. */
export class DataDirectoryInUse extends Error {
  override name = 'DataDirectoryInUse'
}

/**
 * Creates the folder and its lock file, which holds this process's id and start time.
 *
 * A lock whose process is gone (kill -9, power failure) is taken over. The start time distinguishes a dead owner from an
 * unrelated process that got the same id later.
 *
 * @throws DataDirectoryInUse with a one-line message for the operator
 */
export function lockDataDirectory(folder: string): DataDirectoryLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    if (createFile(path, `${process.pid} ${startTimeOf(process.pid) ?? ''}\n`)) {
      const release = () => rmSync(path, { force: true })
      process.once('exit', release)
      return { release }
    }
    const found = readLock(path)
    if (found === null) continue
    const [pid, startedAt] = found.trim().split(' ')
    if (Number(pid) && isRunning(Number(pid), startedAt || null)) {
      throw new DataDirectoryInUse(
        `${folder} is in use by process ${pid}. Stop it first, or set another DATA_DIR.`,
      )
    }
    removeStale(path, found)
  }
  throw new DataDirectoryInUse(`${folder} is being opened by another process. Try again.`)
}

/** The content of the lock file; null when it is gone. */
function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function removeStale(path: string, stale: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    // another process may have taken the lock over in between: it gets it back
    if (readLock(aside) !== stale) linkSync(aside, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  }
  rmSync(aside, { force: true })
}

function isRunning(pid: number, startedAt: string | null): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, but belongs to another user
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const now = startTimeOf(pid)
  return !startedAt || !now || startedAt === now
}

/** Clock ticks since boot at which the process started (proc(5), field 22); null where there is no /proc. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the second field is the command in parentheses and may contain spaces
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
