import type { Page } from '@playwright/test'

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Records layout shifts from the page's next load on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { sum: 0, parts: [] as string[] }
    Object.assign(window, { layoutShifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue
        seen.sum += entry.value
        for (const { node, previousRect: from, currentRect: to } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          seen.parts.push(
            `${entry.value.toFixed(4)} ${element?.tagName} ${element?.textContent?.slice(0, 40)} (${from.y}+${from.height} to ${to.y}+${to.height})`,
          )
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Layout shifts so far: the sum, as in Lighthouse, and the elements. */
export function shiftsOf(page: Page): Promise<{ sum: number; parts: string[] }> {
  return page.evaluate(
    () => (window as unknown as { layoutShifts: { sum: number; parts: string[] } }).layoutShifts,
  )
}
