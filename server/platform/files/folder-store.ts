import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hourMs } from '#domain/values/durations.ts'
import { isObjectName, ObjectMissing, type ObjectStore } from './object-store.ts'

const partLifeMs = hourMs

/** Readable by the server's account only. */
export function folderStore(folder: string): ObjectStore {
  const pathOf = (name: string) => {
    if (!isObjectName(name)) throw new Error('not the name of an object')
    return join(folder, name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const part = `${path}.${randomUUID()}.part`
      try {
        const stored = await writeWhole(part, bytes)
        await rename(part, path)
        return stored
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },

    async *read(name, { start, end }) {
      try {
        for await (const chunk of createReadStream(pathOf(name), { start, end })) yield chunk as Buffer
      } catch (error) {
        throw isMissing(error) ? new ObjectMissing(name) : error
      }
    },

    remove: (name) => rm(pathOf(name), { force: true }),

    async *list() {
      for (const drawer of await entriesOf(folder)) {
        for (const file of await entriesOf(join(folder, drawer))) {
          const name = `${drawer}/${file}`
          const status = await stat(join(folder, name)).catch(() => null)
          if (!status?.isFile()) continue
          if (isObjectName(name)) yield { name, bytes: status.size, storedAt: status.mtime }
          // left by a crash
          else if (file.endsWith('.part') && Date.now() - status.mtimeMs > partLifeMs)
            await rm(join(folder, name), { force: true })
        }
      }
    },
  }
}

async function writeWhole(path: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  let stored = 0
  try {
    for await (const chunk of bytes) {
      await file.writeFile(chunk)
      stored += chunk.byteLength
    }
    // its row must not survive a power cut without it
    await file.sync()
    return stored
  } finally {
    await file.close()
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
