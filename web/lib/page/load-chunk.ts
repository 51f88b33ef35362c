import type { Connection } from '../offline/connection.ts'

export interface ChunkPage {
  connection: Pick<Connection, 'whenOnline' | 'check'>
  isNewVersionServed(): Promise<boolean>
  /** Reloads the page. False if it was reloaded a moment ago or may not be. */
  reloadOnce(): boolean
  /** Imports under a new URL: browsers cache a failed import. */
  importAgain(url: string, attempt: number): Promise<unknown>
  wait(delayMs: number): Promise<void>
}

const pausesMs = [300, 1_200]

/**
 * Loads a chunk: waits for the connection, retries, and after a deploy, which removes old chunks, reloads the page. A
 * defect in the chunk is thrown at once.
 *
 * @throws what the import threw, if nothing helped
 */
export async function loadChunk<Module>(load: () => Promise<Module>, page: ChunkPage): Promise<Module> {
  let failed: string | undefined
  let imports = 0
  for (let attempt = 0; ; ) {
    await page.connection.whenOnline()
    try {
      if (!failed) return await load()
      imports += 1
      return (await page.importAgain(failed, imports)) as Module
    } catch (error) {
      if (!isFetchFailure(error)) throw error
      failed ??= /https?:\S+/.exec(error.message)?.[0]
      // waits without counting
      if ((await page.connection.check()) !== 'online') continue
      const pauseMs = pausesMs[attempt]
      if (pauseMs === undefined || (await page.isNewVersionServed())) {
        // an import of the chunk may have failed, which only a page load requests again
        if (page.reloadOnce()) return await new Promise<never>(() => {})
        throw error
      }
      attempt += 1
      await page.wait(pauseMs)
    }
  }
}

/** Browser messages for a module that could not be fetched, and Vite's for a style sheet. */
export function isFetchFailure(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css|failed to fetch/i.test(
      error.message,
    )
  )
}
