import type { BrowserContext, Page, Route } from '@playwright/test'
import { type ReadAnswer, readsPath } from '#domain/reads.ts'
import { hostileTexts } from '#testing/hostile/hostile-texts.ts'
import { serverAddress } from './product.ts'

/*
 * Replaces every text of every answer by hostile ones (docs/threats.md T11): three of twenty each, with a number by
 * which the page is searched.
 */

/** Fields with a meaning for the page instead of a text. */
const namesOfCodes =
  /^(.*_)?(id|zone|timezone|currency|locale|version|token|etag|permission|type)s?$|Zone$|Id$|Ids$/i

/** Fields that become the target of a link. */
const namesOfLinks = /^website$/

/** True for prose: words with a space or a capital, no instant, no code. */
function isWritten(key: string, text: string): boolean {
  if (namesOfCodes.test(key) || /^\d{4}-\d\d/.test(text) || /^(https?:|\/)|@|^[\w-]{36}$/.test(text))
    return false
  return /[A-Za-z]{2}/.test(text) && /[A-Z\s]/.test(text)
}

export interface StoredTexts {
  /** The field of each number, and its texts. */
  planted: Map<number, { field: string; texts: number[] }>
}

/**
 * From here on this profile reads hostile texts.
 *
 * @param instead answers by path where the server has none for this reader
 */
export async function plantStoredTexts(
  context: BrowserContext,
  instead: Record<string, unknown> = {},
): Promise<StoredTexts> {
  const planted: StoredTexts['planted'] = new Map()

  function hostile(field: string): string {
    const number = planted.size + 1
    // the same field gets other texts the next time
    const texts = [0, 7, 14].map((apart) => (number + apart) % hostileTexts.length)
    planted.set(number, { field, texts })
    return `§${number}§ ${texts.map((text) => hostileTexts[text]).join(' ')}`
  }

  function plant(part: unknown, field: string, key = ''): unknown {
    if (typeof part === 'string') {
      if (namesOfLinks.test(key) && part) return `javascript:window.hostile=1//§${planted.size}§`
      return isWritten(key, part) ? hostile(field) : part
    }
    if (Array.isArray(part)) return part.map((each) => plant(each, field, key))
    if (!part || typeof part !== 'object') return part
    return Object.fromEntries(
      Object.entries(part).map(([name, each]) => [name, plant(each, `${field}.${name}`, name)]),
    )
  }

  function plantIn(body: string, path: string): string {
    try {
      return JSON.stringify(plant(JSON.parse(body), path))
    } catch {
      return body
    }
  }

  async function answer(route: Route): Promise<void> {
    const { pathname, search } = new URL(route.request().url())
    if (pathname in instead) return route.fulfill({ json: plant(instead[pathname], pathname) as object })
    // Node cannot resolve a clinic's host; the request's header names the clinic
    const response = await route.fetch({ url: `${serverAddress}${pathname}${search}` }).catch(() => null)
    if (!response) return route.abort().catch(() => undefined)
    const text = await response.text()
    if (!response.ok()) return route.fulfill({ response, body: text })
    if (pathname !== readsPath) return route.fulfill({ response, body: plantIn(text, pathname) })
    const { reads } = route.request().postDataJSON() as { reads: { path: string }[] }
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const read = JSON.parse(line) as ReadAnswer
        const path = new URL(reads[read.of]?.path ?? '/', serverAddress).pathname
        if (path in instead) {
          const body = JSON.stringify(plant(instead[path], path))
          return JSON.stringify({
            ...read,
            status: 200,
            headers: { 'content-type': 'application/json' },
            body,
          })
        }
        return read.status < 400 ? JSON.stringify({ ...read, body: plantIn(read.body, path) }) : line
      })
    return route.fulfill({ response, body: `${lines.join('\n')}\n` })
  }

  await context.route(/\/(rest|functions|reads)\/v1/, answer)
  return { planted }
}

/** Numbers of the hostile texts that appear on the page: in text, in fields, in names of controls. */
export async function numbersOn(page: Page): Promise<number[]> {
  const shown = await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].map(
      ({ value }) => value,
    )
    const named = [...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')].flatMap(
      (part) => ['aria-label', 'title', 'alt', 'placeholder'].map((name) => part.getAttribute(name) ?? ''),
    )
    return [document.body.textContent, ...fields, ...named].join('\n')
  })
  return [...new Set([...shown.matchAll(/§(\d+)§/g)].map(([, number]) => Number(number)))]
}

/** Markup that hostile texts became on the page; empty if none. */
export function markupOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const handlers = [...document.querySelectorAll('*')].filter((part) =>
      [...part.attributes].some(({ name }) => name.startsWith('on')),
    )
    const parts = document.querySelectorAll(
      'a[href^="javascript:"], iframe[srcdoc], base, meta[http-equiv="refresh"], math, body details[open][ontoggle]',
    )
    // stored text may appear in a query, such as a map's destination, but must not decide the host
    const leading = [...document.querySelectorAll('[href], [action]')].filter((part) => {
      const address = part.getAttribute('href') ?? part.getAttribute('action') ?? ''
      return URL.parse(address, location.href)?.hostname.includes('evil.example')
    })
    const read = [...document.querySelectorAll('script:not([src]), style')].filter(({ textContent }) =>
      /window\.hostile|evil\.example/.test(textContent ?? ''),
    )
    const ran = 'hostile' in window ? ['window.hostile'] : []
    return [
      ...ran,
      ...[...handlers, ...parts, ...leading, ...read].map((part) => part.outerHTML.slice(0, 200)),
    ]
  })
}
