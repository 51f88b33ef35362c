import { setTimeout as wait } from 'node:timers/promises'
import type { AppParts, Router } from '../app-parts.ts'

const readinessMs = 2_000

/** `/health`: the process answers. `/ready`: the database does, too. */
export function handleHealth(router: Router, { services }: AppParts): void {
  router.get('/health', (c) => c.json({ status: 'ok' }))
  router.get('/ready', async (c) => {
    const asked = services.transactions.withSystem('readiness', async () => true).catch(() => false)
    // a database may also hang (docs/reliability.md F3)
    const isReady = await Promise.race([asked, wait(readinessMs, false, { ref: false })])
    return isReady ? c.json({ status: 'ok' }) : c.json({ status: 'unavailable' }, 503)
  })
}
