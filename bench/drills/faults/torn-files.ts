import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from '../../machine/server-process.ts'
import type { Drill } from '../drill.ts'
import { type Scene, untilReady } from '../scene.ts'
import { startUploaders } from '../uploads.ts'

export const tornFiles: Drill = {
  name: 'F13',
  isShort: true,
  onEmbedded: true,
  about: 'kill -9 of the server while files are uploaded',
  async run(scene) {
    const kills = scene.isFull ? 50 : 3
    const dataDir = scene.dataFolder()
    const [before] = await scene.query<{ ids: string[] | null }>(
      'select array_agg(id) as ids from public.files',
    )
    let server: ServerProcess = await scene.start({ DATA_DIR: dataDir })
    const uploaders = startUploaders(await scene.teamAt(server.port), () => server.port)
    for (let kill = 0; kill < kills; kill++) {
      await wait(300 + Math.random() * 700)
      process.kill(server.pid, 'SIGKILL')
      server = await scene.start({ DATA_DIR: dataDir, PORT: String(server.port) })
      await untilReady(server.port)
    }
    await wait(500)
    const { acknowledged, statuses } = await uploaders.stop()
    await server.stop()
    const { ready, problems } = await checkFiles(scene.query, dataDir, before?.ids ?? [])
    const known = new Set(ready)
    const lost = acknowledged.filter((id) => !known.has(id)).length
    if (lost > 0) problems.push(`${lost} acknowledged files are not there`)
    return {
      figures: `${kills} kills, ${acknowledged.length} acknowledged files, ${ready.length} ready, answers ${JSON.stringify(statuses)}`,
      problems: [...new Set(problems)],
    }
  },
}

/**
 * @param except files of earlier drills, in other folders
 * @returns ids of ready files, and problems
 */
export async function checkFiles(
  query: Scene['query'],
  dataDir: string,
  except: string[] = [],
): Promise<{ ready: string[]; problems: string[] }> {
  const problems: string[] = []
  const stored = objectsOf(join(dataDir, 'files'))
  const ready = await query<{ id: string; size: number; sha256: string; names: string[] | null }>(
    `select f.id, f.size_bytes::int as size, f.sha256, array_agg(o.name order by o.starts_at) filter (where o.starts_at is not null) as names
       from public.files f left join app.file_objects o on o.file_id = f.id
      where f.state = 'ready' and f.kind = 'content_captions' and f.id <> all($1) group by f.id`,
    [except],
  )
  for (const { id, size, sha256, names } of ready) {
    const parts = (names ?? []).map((name) => stored.get(name))
    if (parts.length === 0 || parts.some((part) => part === undefined))
      problems.push(`a ready file has lost bytes (${id})`)
    else {
      const bytes = Buffer.concat(parts.map((path) => readFileSync(path as string)))
      if (bytes.byteLength !== size) problems.push(`a ready file has ${bytes.byteLength} of ${size} bytes`)
      else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        problems.push(`a ready file has other bytes than were sent (${id})`)
    }
  }
  return { ready: ready.map(({ id }) => id), problems }
}

/** Stored objects by name: two letters, then the rest. */
function objectsOf(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const drawer of readdirSync(folder)) {
    const path = join(folder, drawer)
    if (!statSync(path).isDirectory()) continue
    for (const file of readdirSync(path)) found.set(`${drawer}/${file}`, join(path, file))
  }
  return found
}
