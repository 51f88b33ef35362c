import { PGlite } from '@electric-sql/pglite'
import { type PGliteSource, pgliteOptions } from '../pglite-options.ts'

/** The engine's functions that run Postgres' code; PGlite swallows errors of the first. */
const engineFunctions = [
  '_PostgresMainLoopOnce',
  '_PostgresMainLongJmp',
  '_PostgresSendReadyForQueryIfNecessary',
  '_pgl_pq_flush',
] as const

// The exit status by which PGlite passes on an error that Postgres has raised and reported.
const raisedByPostgres = 100

/**
 * Detects that the engine itself has failed: exhausted stack or memory, or exit. PGlite ignores that, returns an empty
 * result and continues with a half-finished statement (docs/decisions/0036).
 */
class WatchedPGlite extends PGlite {
  watch(broken: (reason: string) => void): void {
    const engine = this.mod as unknown as Record<string, () => unknown>
    for (const name of engineFunctions) {
      const run = engine[name]
      if (!run) throw new Error(`this version of PGlite has no ${name}`)
      engine[name] = () => {
        try {
          return run()
        } catch (error) {
          if ((error as { status?: unknown }).status !== raisedByPostgres) broken(String(error))
          throw error
        }
      }
    }
  }
}

/**
 * @param program PGlite's, compiled
 * @param broken called at once, even if PGlite never returns from the statement
 */
export async function openWatchedPGlite(
  from: PGliteSource,
  program: WebAssembly.Module,
  broken: (reason: string) => void,
): Promise<PGlite> {
  const pglite = new WatchedPGlite({ ...pgliteOptions(from), pgliteWasmModule: program })
  await pglite.waitReady
  pglite.watch(broken)
  return pglite
}
