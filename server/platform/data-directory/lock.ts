import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createFile } from './files.ts'

export interface DataDirectoryLock {
  release(): void
}

/** Another live process owns the folder: two PGlite processes on one folder lose rows. */
export class DataDirectoryInUse extends Error {
  override name = 'DataDirectoryInUse'
}

/**
 * Locks the folder for this process. Takes over the lock of a dead process and waits for one that is being killed; the start
 * time detects a reused process id.
 * @throws DataDirectoryInUse with a one-line message for the operator
 */
export function lockDataDirectory(folder: string): DataDirectoryLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'lock')
  acquire(path, folder)
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  return { release }
}

/**
 * Replaces a stale lock by acquiring `lock.next` and renaming it, so that only one process replaces it and the folder is
 * always locked.
 */
function acquire(path: string, folder: string): void {
  for (let attempt = 0; attempt < 3; attempt++) {
    if (createFile(path, `${process.pid} ${startTimeOf(process.pid) ?? ''}\n`)) return
    const found = readLock(path)
    if (found === null) continue
    const [pid, startedAt] = found.trim().split(' ')
    if (Number(pid) && staysRunning(Number(pid), startedAt || null)) {
      throw new DataDirectoryInUse(
        `${folder} is in use by process ${pid}. Stop it first, or set another DATA_DIR.`,
      )
    }
    const next = `${path}.next`
    acquire(next, folder)
    if (readLock(path) === found) {
      renameSync(next, path)
      return
    }
    rmSync(next)
  }
  throw new DataDirectoryInUse(`${folder} is being opened by another process. Try again.`)
}

function readLock(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Longest time that a killed process takes to free its memory. */
const dyingMs = 5_000

/** A killed process is waited for, because it may still be writing. */
function staysRunning(pid: number, startedAt: string | null): boolean {
  const until = Date.now() + dyingMs
  while (isRunning(pid, startedAt)) {
    if (!isDying(pid) || Date.now() > until) return true
    sleep(20)
  }
  return false
}

const sigkill = 1n << 8n

/** Killed, exiting, or a zombie (proc(5)). */
function isDying(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1]
    const pending = ['SigPnd', 'ShdPnd'].some((name) => (BigInt(`0x${field(name) ?? '0'}`) & sigkill) !== 0n)
    // an exiting process frees its memory before it disappears
    return pending || field('VmSize') === undefined
  } catch {
    // it has just ended; or there is no /proc, and only waiting can decide
    return true
  }
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function isRunning(pid: number, startedAt: string | null): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, but belongs to another user
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  if (hasEnded(pid)) return false
  const now = startTimeOf(pid)
  return !startedAt || !now || startedAt === now
}

/** Whether it is a zombie with no running threads. */
function hasEnded(pid: number): boolean {
  try {
    const isZombie = /^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return isZombie && readdirSync(`/proc/${pid}/task`).length <= 1
  } catch {
    return false
  }
}

/** Clock ticks since boot (proc(5), field 22); null without /proc. */
function startTimeOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the second field is the command in parentheses and may contain spaces
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
