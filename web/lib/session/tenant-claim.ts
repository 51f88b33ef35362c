import type { ActionInput } from '../fetch/actions.ts'

const attempts = 3
const backOffMs = 750

/**
 * Requests the user's role claim for this clinic: up to 3 attempts, 750 ms times the attempt apart
 * (docs/specification.md A9).
 *
 * @param call `callFunction` of api.ts
 * @returns false after a failure, which is not reported: claims are for display only
 */
export async function setTenantClaim(
  clinicId: string,
  call: (name: 'set-tenant-claim', input: ActionInput<'set-tenant-claim'>) => Promise<unknown>,
  wait: (delayMs: number) => Promise<void> = (delayMs) => new Promise((done) => setTimeout(done, delayMs)),
): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      await call('set-tenant-claim', { clinicId })
      return true
    } catch {
      if (attempt < attempts) await wait(backOffMs * attempt)
    }
  }
  return false
}
