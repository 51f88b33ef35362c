import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from '../ask.ts'
import type { Drill } from '../drill.ts'
import { lostWrites } from '../invariants.ts'
import { ownerOf } from '../owner-of.ts'
import type { Scene, TeamKey } from '../scene.ts'
import { someCaptions, uploadCaptions } from '../uploads.ts'
import { startWriters, type Tally } from '../writers.ts'

const refusals = ['503', '507']
const mebibytes = 64

export const fullDisk: Drill = {
  name: 'F8',
  isShort: false,
  about: 'disk full, of files and of the database',
  async run(scene) {
    const parent = scene.folder()
    // Postgres runs under another account.
    chmodSync(parent, 0o755)
    const folder = join(parent, 'small')
    mkdirSync(folder)
    try {
      // Requires root.
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0777`, 'tmpfs', folder], {
        stdio: 'pipe',
      })
    } catch (error) {
      return {
        figures: `not run: no small disk can be mounted here (${(error as Error).message.split('\n')[0]})`,
        problems: [],
      }
    }
    try {
      const files = await fillFiles(scene, folder)
      const tables = await fillTables(scene, folder)
      return {
        figures: `files: ${files.figures}; database: ${tables.figures}`,
        problems: [...files.problems, ...tables.problems],
      }
    } finally {
      await scene.query('alter table public.leads set tablespace pg_default').catch(() => {})
      await scene.query('drop tablespace if exists small').catch(() => {})
      execFileSync('umount', ['-l', folder])
    }
  },
}

interface Part {
  figures: string
  problems: string[]
}

async function fillFiles(scene: Scene, folder: string): Promise<Part> {
  const server = await scene.start({ DATA_DIR: join(folder, 'data') })
  const problems: string[] = []
  const kept: { id: string; body: string }[] = []
  const statuses: Record<string, number> = {}
  const team = await scene.teamAt(server.port)
  const key = (turn: number) => team[turn % team.length] as TeamKey
  const send = async (turn: number) => {
    const body = someCaptions(900_000)
    const { status, fileId } = await uploadCaptions(server.port, key(turn), body)
    statuses[status] = (statuses[status] ?? 0) + 1
    if (fileId) kept.push({ id: fileId, body })
    return status
  }
  let turn = 0
  for (; turn < 2 * mebibytes; turn++) if (refusals.includes(await send(turn))) break
  const refused = await Promise.all([1, 2, 3].map(() => send(turn++)))
  if (refused.some((status) => !refusals.includes(status)))
    problems.push(`an upload to a full disk: ${refused}`)
  const [whole] = await scene.query<{ count: number }>(
    `select count(*)::int as count from public.files where state = 'ready' and kind = 'content_captions' and id = any($1)`,
    [kept.map(({ id }) => id)],
  )
  if (whole?.count !== kept.length) problems.push('an acknowledged file is not there')
  const read = await readClinics(server.port)
  if (read.status !== 200) problems.push(`a read answered ${read.status}`)
  // Space again: an unused upload can be deleted.
  const [first] = kept
  const origin = `http://127.0.0.1:${server.port}`
  const removed = await ask(origin, 'DELETE', `/files/v1/uploads/${first?.id}`, {
    headers: {
      Authorization: `Bearer ${key(0).token}`,
      'x-clinic': key(0).clinic.subdomain,
      'Tus-Resumable': '1.0.0',
    },
  })
  if (removed.status !== 204) problems.push(`giving an upload up answered ${removed.status}`)
  execFileSync('mount', ['-o', `remount,size=${2 * mebibytes}m`, folder])
  const after = await send(turn++)
  if (after !== '201') problems.push(`with room again, an upload answered ${after}`)
  const unclean = Object.keys(statuses).filter((status) => status !== '201' && !refusals.includes(status))
  if (unclean.length > 0) problems.push(`uploads answered ${unclean.join(', ')}`)
  await server.stop()
  rmSync(join(folder, 'data'), { recursive: true, force: true })
  return { figures: JSON.stringify(statuses), problems }
}

async function fillTables(scene: Scene, folder: string): Promise<Part> {
  const place = join(folder, 'table')
  mkdirSync(place)
  chmodSync(place, 0o777)
  // A tablespace belongs to the account of Postgres.
  ownerOf(scene.postgres.folder, place)
  await scene.query(`create tablespace small location '${place}'`)
  await scene.query('alter table public.leads set tablespace small')
  const server = await scene.start()
  const filler = join(folder, 'filler')
  const fill = () => {
    try {
      writeFileSync(filler, Buffer.alloc(4 * mebibytes * 1_048_576))
    } catch {
      // Best effort.
    }
  }
  fill()
  const writers = startWriters(() => server.port)
  const problems: string[] = []
  await untilSome(() => writers.statuses(), refusals)
  const read = await readClinics(server.port)
  if (read.status !== 200) problems.push(`a read answered ${read.status}`)
  rmSync(filler)
  const before = writers.statuses()['201'] ?? 0
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const tally: Tally = await writers.stop()
  await server.stop()
  if ((tally.statuses['201'] ?? 0) <= before) problems.push('nothing was written once there was room again')
  const unclean = Object.keys(tally.statuses).filter(
    (status) => !['200', '201', '429', ...refusals].includes(status),
  )
  if (unclean.length > 0) problems.push(`writes answered ${unclean.join(', ')}`)
  problems.push(...(await lostWrites(scene, tally)))
  return { figures: JSON.stringify(tally.statuses), problems }
}

const readClinics = (port: number) =>
  ask(`http://127.0.0.1:${port}`, 'GET', '/rest/v1/clinics?select=id&limit=1')

async function untilSome(statuses: () => Record<string, number>, wanted: string[]): Promise<void> {
  const until = performance.now() + 20_000
  while (performance.now() < until && !wanted.some((status) => statuses()[status]))
    await new Promise((resolve) => setTimeout(resolve, 50))
}
