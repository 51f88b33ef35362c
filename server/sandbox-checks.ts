import type { Logger } from './platform/log.ts'

/** Stripe itself needs no such check. */
const sandboxIntervalMs = 500

/** @returns a function that stops it */
export function runSandbox(
  sandbox: { settle(): Promise<number>; deliver(): Promise<number> },
  log: Logger,
): () => void {
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    try {
      await sandbox.settle()
      await sandbox.deliver()
    } catch (error) {
      log.error('sandbox.check_failed', { error })
    } finally {
      busy = false
    }
  }, sandboxIntervalMs)
  return () => clearInterval(timer)
}
