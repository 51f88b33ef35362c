import type { RunningServer } from './main.ts'

const longestMs = 10_000

/** At SIGTERM and SIGINT, after at most ten seconds. */
export function stopOnSignals(server: Pick<RunningServer, 'stop'>): void {
  const stop = async (signal: NodeJS.Signals) => {
    process.stdout.write(`\n${signal}: finishing what is under way\n`)
    setTimeout(() => process.exit(1), longestMs).unref()
    await server.stop()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
