import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

interface Program {
  FS: {
    mknod(path: string, mode: number, device?: number): unknown
    chmod(path: unknown, mode: number, dontFollow?: boolean): unknown
  }
  NODEFS: { stream_ops: { fsync?(stream: { nfd: number }): number } }
}

const rightsOfOthers = 0o077

/**
 * PGlite's files: readable by their owner only (docs/threats.md T35), and flushed when Postgres requests it
 * (docs/decisions/0122).
 */
export class FilesOnDisk extends NodeFS {
  readonly #folder: string
  readonly #force: (descriptor: number) => void
  #isNew: boolean

  /** @param force writes what a file, or a folder's list of files, holds to the disk, and waits for it */
  constructor(folder: string, force: (descriptor: number) => void = fsyncSync) {
    super(folder)
    this.#folder = folder
    this.#force = force
    this.#isNew = !existsSync(join(folder, 'PG_VERSION'))
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const prepare = (program: object) => {
      restrictToOwner(program as Program)
      this.#writeThrough(program as Program)
    }
    const { preRun = [] } = emscriptenOpts
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [prepare, ...[preRun].flat()] } }
  }

  /** PGlite first calls it after filling a new folder, for which it requests no flush. */
  override async syncToFs(relaxedDurability?: boolean): Promise<void> {
    await super.syncToFs(relaxedDurability)
    if (!this.#isNew) return
    this.#isNew = false
    for (const entry of readdirSync(this.#folder, { recursive: true, withFileTypes: true }))
      this.#forcePath(join(entry.parentPath, entry.name), entry.isDirectory())
    this.#forcePath(this.#folder, true)
  }

  #forcePath(path: string, isFolder: boolean): void {
    // Windows flushes only files that are open for writing, and writes directories itself
    if (isFolder && process.platform === 'win32') return
    const descriptor = openSync(path, isFolder ? 'r' : 'r+')
    try {
      this.#force(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }

  /** PGlite's file system lacks fsync, and Emscripten returns success for it. */
  #writeThrough({ NODEFS }: Program): void {
    NODEFS.stream_ops.fsync = ({ nfd }) => {
      this.#force(nfd)
      return 0
    }
  }
}

/** Postgres creates caches and statistics with mode 0666, and PGlite's program always has umask 022. */
function restrictToOwner({ FS }: Program): void {
  const { mknod, chmod } = FS
  FS.mknod = (path, mode, device) => mknod(path, mode & ~rightsOfOthers, device)
  FS.chmod = (path, mode, dontFollow) => chmod(path, mode & ~rightsOfOthers, dontFollow)
}
