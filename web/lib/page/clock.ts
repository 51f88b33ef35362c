import { nowHeader } from '#domain/reads.ts'
import { config } from './config.ts'

/*
 * The web app's only clock. A device may be hours off, and development moves the product's clock by months
 * (docs/decisions/0004), so that the device's time decides nothing that the server decides too (docs/decisions/0174).
 */

let aheadMs = 0
if (config.now) setClock(config.now, pageReceivedAt())

/** The product's time, as of the latest answer. */
export function serverNow(): Date {
  return new Date(Date.now() + aheadMs)
}

/** The product's time of an instant by the device, such as of a query's answer. */
export function byServer(deviceTimeMs: number): Date {
  return new Date(deviceTimeMs + aheadMs)
}

/** For pauses and ages of what this tab itself began; milliseconds since 1970 by the device. */
export function deviceMs(): number {
  return Date.now()
}

/** Sets the clock by each answer. */
export function settingTheClock(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    const now = response.headers.get(nowHeader)
    if (now) setClock(now, Date.now())
    return response
  }
}

function setClock(now: string, receivedAt: number): void {
  const at = Date.parse(now)
  if (!Number.isNaN(at)) aheadMs = at - receivedAt
}

/** By the device. The script may start long after its page arrived. */
function pageReceivedAt(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page ? Date.now() - performance.now() + page.responseStart : Date.now()
}
