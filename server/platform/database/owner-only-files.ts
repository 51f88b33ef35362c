import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The file system of PGlite's program, as far as it sets modes. */
interface ProgramFiles {
  mknod(path: string, mode: number, device?: number): unknown
  chmod(path: unknown, mode: number, dontFollow?: boolean): unknown
}

const rightsOfOthers = 0o077

/**
 * PGlite's files on the disk, readable by their owner only (docs/threats.md T35). Postgres creates its caches and statistics
 * with mode 0666 and leaves the rest to the umask, which is 022 inside PGlite's program, whatever it is outside.
 */
export class OwnerOnlyFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const restrict = (program: { FS: unknown }) => {
      const files = program.FS as ProgramFiles
      const { mknod, chmod } = files
      files.mknod = (path, mode, device) => mknod(path, mode & ~rightsOfOthers, device)
      files.chmod = (path, mode, dontFollow) => chmod(path, mode & ~rightsOfOthers, dontFollow)
    }
    const { preRun = [] } = emscriptenOpts
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [restrict, ...[preRun].flat()] } }
  }
}
