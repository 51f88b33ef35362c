import {
  type BigIntStats,
  copyFileSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, it } from 'vitest'
import { FilesOnDisk } from './files-on-disk.ts'
import { pgliteOptions, writingThrough } from './pglite-options.ts'

// Simulates a power cut (docs/decisions/0122): of every file, what was last flushed to the disk, or anything newer.

const home = mkdtempSync(join(tmpdir(), 'carefold-power-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** More: `POWER_CUTS=40 vitest run ...` */
const cuts = Number(process.env.POWER_CUTS ?? 3)

/** Inode numbers are reused. */
const nameOf = ({ ino, birthtimeNs }: BigIntStats) => `${ino} ${birthtimeNs}`

function openDisk(folder: string) {
  const written = new Map<string, Buffer>()
  let calls = 0
  let onForce: (call: number) => void = () => {}
  const force = (descriptor: number) => {
    fsyncSync(descriptor)
    const stats = fstatSync(descriptor, { bigint: true })
    if (stats.isFile()) written.set(nameOf(stats), readFileSync(`/proc/self/fd/${descriptor}`))
    onForce(calls++)
  }
  return {
    files: new FilesOnDisk(folder, force),
    calls: () => calls,
    watch(listener: typeof onForce) {
      onForce = listener
    },
    /** @param isLost of a file: whether all that was written since is lost */
    cut(to: string, isLost: () => boolean): void {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        const copy = join(to, relative(folder, path))
        mkdirSync(entry.isDirectory() ? copy : dirname(copy), { recursive: true, mode: 0o700 })
        if (entry.isDirectory()) continue
        if (isLost())
          writeFileSync(copy, written.get(nameOf(lstatSync(path, { bigint: true }))) ?? '', { mode: 0o600 })
        else copyFileSync(path, copy)
      }
    },
  }
}

/** Returns the row count of an unclosed database, and how many of them the index finds. */
async function reopened(folder: string): Promise<{ rows: number; found: number }> {
  const db = await PGlite.create(pgliteOptions({ folder }))
  try {
    const [{ rows = 0 } = {}] = (await db.query<{ rows: number }>('select count(*)::int as rows from notes'))
      .rows
    await db.exec('set enable_seqscan = off')
    const found = await db.query<{ found: number }>(
      'select count(*)::int as found from generate_series(1, $1::int) n where exists (select from notes where id = n)',
      [rows],
    )
    return { rows, found: found.rows[0]?.found ?? 0 }
  } finally {
    await db.close()
  }
}

// finds a file by its descriptor's path, which only Linux provides
it.runIf(process.platform === 'linux')(
  'a power cut at any moment loses nothing that was acknowledged',
  async () => {
    const folder = join(home, 'data')
    const disk = openDisk(folder)
    const db = await PGlite.create({ ...pgliteOptions({}), fs: disk.files, startParams: writingThrough })
    await db.exec('create table notes (id int primary key, body text not null)')

    let acknowledged = 0
    const left: { folder: string; acknowledged: number }[] = []
    const cutAt = (isLost: () => boolean) => {
      const to = join(home, `cut-${left.length}`)
      disk.cut(to, isLost)
      left.push({ folder: to, acknowledged })
    }
    for (let cut = 0; cut < cuts; cut++) {
      for (let n = 0; n < 20; n++) {
        await db.query(`insert into notes select $1, repeat('x', 3000)`, [acknowledged + 1])
        acknowledged++
      }
      const since = disk.calls()
      // two cuts between two writes of a checkpoint, the third between two statements
      const within = since + 1 + Math.floor(Math.random() * 20)
      const isLost = cut % 2 ? () => Math.random() < 0.5 : () => true
      if (cut % 3 < 2) disk.watch((call) => call === within && cutAt(isLost))
      await db.exec('checkpoint')
      disk.watch(() => {})
      if (left.length <= cut) cutAt(isLost)
    }
    await db.close()

    for (const cut of left) {
      const { rows, found } = await reopened(cut.folder)
      expect(rows).toBe(cut.acknowledged)
      expect(found).toBe(rows)
      rmSync(cut.folder, { recursive: true })
    }
  },
  20_000 + cuts * 10_000,
)
