import type { Connection } from '../offline/connection.ts'

/** What loading a part of the app needs of the page it runs in. */
export interface ChunkPage {
  connection: Pick<Connection, 'whenOnline' | 'check'>
  /** Whether the server now serves another build than this page is of. */
  isNewVersionServed(): Promise<boolean>
  /** Loads the page anew, once: false when that was done a moment ago and did not help, or may not be done. */
  reloadOnce(): boolean
  /** Imports a file under a new address: browsers do not fetch one again that has failed. */
  importAgain(url: string, attempt: number): Promise<unknown>
  wait(delayMs: number): Promise<void>
}

const pausesMs = [300, 1_200]

/**
 * Loads a part of the app: waits for the connection, tries again, and after a deploy, which removes the old parts, loads
 * the page anew. A defect in the part itself is thrown at once.
 *
 * @throws what the import threw, when nothing of this helped
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
        // also where a file that this one imports has failed: only another page load fetches that again
        if (page.reloadOnce()) return await new Promise<never>(() => {})
        throw error
      }
      attempt += 1
      await page.wait(pauseMs)
    }
  }
}

/** The browsers' own words for a module that could not be fetched, and Vite's for a style sheet. */
export function isFetchFailure(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css|failed to fetch/i.test(
      error.message,
    )
  )
}
