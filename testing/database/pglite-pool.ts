import type { PGlite } from '@electric-sql/pglite'
import { takeSnapshot } from './pglite-snapshot.ts'

interface Pooled {
  pglite: PGlite
  restore: () => void
  libraries: number
}

/** More than two are rarely open at once, and each takes 400 MB. */
const maxIdle = 2

/**
 * Lends PGlites in the same initial state. Closing a borrowed one restores that state for the next test file.
 * @param open makes a PGlite in that state
 */
export function createPGlitePool(open: () => Promise<PGlite>): () => Promise<PGlite> {
  const idle: Pooled[] = []
  return async () => {
    const pooled = idle.pop() ?? (await prepare(await open()))
    return lend(pooled.pglite, async () => {
      const isReusable = idle.length < maxIdle && (await settle(pooled))
      if (!isReusable) return pooled.pglite.close()
      pooled.restore()
      idle.push(pooled)
    })
  }
}

async function prepare(pglite: PGlite): Promise<Pooled> {
  const [session] = (await pglite.query<{ name: string }>('select session_user as name')).rows
  await pglite.exec('set session authorization postgres')
  const { rows } = await pglite.query<{ name: string }>('select extname as name from pg_extension')
  // now, because a snapshot cannot be restored once another library was loaded
  for (const { name } of rows) await pglite.exec(`load '${name}'`)
  const libraries = await countLibraries(pglite)
  await pglite.exec(`set session authorization ${session?.name}`)
  return { pglite, restore: takeSnapshot(pglite), libraries }
}

/** Ends the borrower's transactions and listeners. @returns whether the snapshot can be restored */
async function settle({ pglite, libraries }: Pooled): Promise<boolean> {
  await pglite.exec('rollback')
  await pglite.exec('set session authorization postgres')
  return (await countLibraries(pglite)) === libraries
}

async function countLibraries(pglite: PGlite): Promise<number> {
  return (await pglite.query('select from pg_get_loaded_modules()')).rows.length
}

function lend(pglite: PGlite, giveBack: () => Promise<void>): PGlite {
  const stops: (() => Promise<void>)[] = []
  let closed = false
  const own: Partial<PGlite> = {
    get closed() {
      return closed
    },
    async close() {
      if (closed) return
      closed = true
      for (const stop of stops) await stop()
      await giveBack()
    },
    async listen(channel, callback, tx) {
      const stop = await pglite.listen(channel, callback, tx)
      // PGlite stores listeners itself, so they would receive the next borrower's notifications
      stops.push(stop)
      return stop
    },
  }
  return new Proxy(pglite, {
    get(target, key) {
      if (key in own) return Reflect.get(own, key)
      if (closed) throw new Error('PGlite is closed')
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
