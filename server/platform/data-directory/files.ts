import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

// Files of the data folder are readable by their owner only, and complete or absent, even after a power cut
// (docs/reliability.md F13).

/** Removes the rights of others if the folder exists. */
export function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  restrictToOwner(folder)
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    restrictToOwner(join(folder, entry))
}

function restrictToOwner(path: string): void {
  const status = lstatSync(path)
  // chmod would follow a link
  if (!status.isSymbolicLink() && status.mode & 0o077) chmodSync(path, status.mode & 0o700)
}

/** Reads a file, or creates it with `make`. If two processes create it at once, one file remains. */
export function readOrMakeFile(folder: string, name: string, make: () => string): string {
  const path = join(folder, name)
  const present = readIfThere(path)
  if (present !== null) return present
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  createFile(path, `${make()}\n`)
  return readFileSync(path, 'utf8')
}

/** @returns true if this call created it; of concurrent calls, exactly one does */
export function createFile(path: string, content: string): boolean {
  const part = writePart(path, content)
  try {
    linkSync(part, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(part)
  }
}

/** Replaces a file's content atomically. */
export function replaceFile(folder: string, name: string, content: string): void {
  const path = join(folder, name)
  renameSync(writePart(path, content), path)
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function writePart(path: string, content: string): string {
  const part = `${path}.${randomUUID()}`
  const file = openSync(part, 'wx', 0o600)
  try {
    writeSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return part
}
