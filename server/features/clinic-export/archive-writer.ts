import { createHash } from 'node:crypto'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { ArchivedFile } from '#domain/clinic-export/clinic-export.ts'

/** A zip archive that is sent while it is written; counts and hashes its content. */
export interface ArchiveWriter {
  /** @param options.isPacked its content is compressed already */
  file(path: string, options?: { isPacked?: boolean }): ArchiveFile
  take(): Uint8Array[]
  end(): Uint8Array[]
  files: Record<string, ArchivedFile>
}

export interface ArchiveFile {
  write(content: string | Uint8Array): void
  /** @param rows how many lines of data it holds */
  end(rows?: number): void
}

/** Files may be open at the same time; the later one stays compressed in memory until the first ends. */
export function archiveWriter(now: Date): ArchiveWriter {
  let ready: Uint8Array[] = []
  const files: Record<string, ArchivedFile> = {}
  const zip = new Zip((error, part) => {
    if (error) throw error
    ready.push(part)
  })
  const take = () => {
    const taken = ready
    ready = []
    return taken
  }
  return {
    files,
    take,
    file(path, { isPacked = false } = {}) {
      const file = isPacked ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
      file.mtime = now
      zip.add(file)
      const hash = createHash('sha256')
      let bytes = 0
      return {
        write(content) {
          const chunk = typeof content === 'string' ? Buffer.from(content) : content
          hash.update(chunk)
          bytes += chunk.byteLength
          file.push(chunk)
        },
        end(rows) {
          file.push(new Uint8Array(), true)
          files[path] = { ...(rows !== undefined && { rows }), bytes, sha256: hash.digest('hex') }
        },
      }
    },
    end() {
      zip.end()
      return take()
    },
  }
}
