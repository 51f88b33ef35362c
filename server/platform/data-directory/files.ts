import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

// What lies in the data folder beside the database: readable by its owner only, each file whole or not there at all,
// also after a power cut (docs/reliability.md F13).

/** Reads a file of the data folder, which is made on the first start. When two processes start together, one's stays. */
export function readOrMakeFile(folder: string, name: string, make: () => string): string {
  const path = join(folder, name)
  const present = readIfThere(path)
  if (present !== null) return present
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  putFile(path, `${make()}\n`)
  return readFileSync(path, 'utf8')
}

/** Puts a file where there is none. @returns whether there was none: of several at once, one is told so */
export function putFile(path: string, content: string): boolean {
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

/** Puts a new content in the place of the old one; a reader meanwhile sees one of the two. */
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
