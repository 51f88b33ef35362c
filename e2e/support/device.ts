import type { BrowserContext, Page } from '@playwright/test'

/* Devices that refuse, change or misstate what a page relies on. */

/** The message of each error that `refuseStorage` causes. */
export const storageRefused = /Access (is denied for this document|to the Locks API is denied)/

/** As with "block all cookies and site data": each use of a storage throws. */
export async function refuseStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get: refuse })
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse })
    if (!globalThis.LockManager) return
    LockManager.prototype.request = () =>
      Promise.reject(new DOMException('Access to the Locks API is denied in this context.', 'SecurityError'))
  })
}

/** As with "block all cookies": a write is dropped without an error. */
export async function refuseCookies(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} })
  })
}

/** The device's clock is off by some hours; timers run as before. */
export async function setDeviceClock(context: BrowserContext, hours: number): Promise<void> {
  await context.addInitScript((offBy) => {
    const Real = Date
    const now = () => Real.now() + offBy
    globalThis.Date = new Proxy(Real, {
      construct: (target, args, caller) =>
        Reflect.construct(target, args.length > 0 ? args : [now()], caller),
      apply: () => new Real(now()).toString(),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    })
  }, hours * 3_600_000)
}

/** As Chrome's translator does: elements take the place of all text nodes. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const isShown = !text.parentElement?.closest('script, style, noscript, title, textarea, font, svg')
      if (isShown && text.data.trim() !== '') found.push(text)
    }
    for (const text of found) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
  })
}
