import { PGlite } from '@electric-sql/pglite'
import { type PGliteSource, pgliteOptions } from '../pglite-options.ts'

/** The engine's functions that run Postgres' code; PGlite swallows errors of the first. */
const engineFunctions = [
  '_PostgresMainLoopOnce',
  '_PostgresMainLongJmp',
  '_PostgresSendReadyForQueryIfNecessary',
  '_pgl_pq_flush',
] as const

// PGlite's exit status after Postgres has raised and reported an error.
const raisedByPostgres = 100

/**
 * Detects a failure of the engine: exhausted stack or memory, or exit. PGlite returns an empty result and continues with a
 * half-finished statement (docs/decisions/0036).
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

/** @param broken called at once, even if PGlite never returns from the statement */
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
