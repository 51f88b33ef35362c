import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Held while this process owns the data folder. */
export interface DataDirectoryLock {
  release(): void
}

/** Another live process owns the folder: two PGlite processes on one folder lose rows. */
export class DataDirectoryInUse extends Error {
  override name = 'DataDirectoryInUse'
}

/**
 * Makes the folder and takes its lock file, which holds this process's id and start time.
 *
 * A lock whose process is gone (kill -9, power cut) is taken over. The start time tells a dead owner from an
 * unrelated process that was given the same id later.
 *
 * @throws DataDirectoryInUse with one line for the operator
 */
export function lockDataDirectory(folder: string): DataDirectoryLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'lock')
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, `${process.pid} ${startTimeOf(process.pid) ?? ''}\n`)
      closeSync(file)
      const release = () => rmSync(path, { force: true })
      process.once('exit', release)
      return { release }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const [pid, startedAt] = readOwner(path)
      if (pid && isRunning(pid, startedAt)) {
        throw new DataDirectoryInUse(
          `${folder} is in use by process ${pid}. Stop it first, or set another DATA_DIR.`,
        )
      }
      rmSync(path, { force: true })
    }
  }
  throw new DataDirectoryInUse(`${folder} is being opened by another process. Try again.`)
}

function readOwner(path: string): [pid: number | null, startedAt: string | null] {
  try {
    const [pid, startedAt] = readFileSync(path, 'utf8').trim().split(' ')
    return [Number(pid) || null, startedAt || null]
  } catch {
    return [null, null]
  }
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
    // the second field is the command in brackets and may hold spaces
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
