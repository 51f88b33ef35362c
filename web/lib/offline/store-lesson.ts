import { canKeepLessons, forgetLessonsOfOthers, lessonStorePrefix } from './stored-lessons.ts'

/* Stores opened lessons as pages that `public/offline-worker.js` shows without a connection (docs/decisions/0069). */
const workerPath = '/offline-worker.js'
const indexPath = '/kept-lessons/index'
const mostKept = 30

export interface KeptLesson {
  path: string
  title: string
}

export interface LessonPage extends KeptLesson {
  /** a whole document; every text in it is escaped */
  html: string
  /** current picture URLs by the paths used in the page */
  pictures: ReadonlyMap<string, string>
}

/** No scripts and no external content. No violation reports: there is no connection. */
const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
}

/**
 * Stores one lesson for its reader and removes the oldest beyond the limit.
 *
 * @param owner user id of the reader
 * @param drawList renders the list of stored lessons as a document
 */
export async function storeLesson(
  owner: string,
  lesson: LessonPage,
  drawList: (lessons: readonly KeptLesson[]) => string,
): Promise<void> {
  await forgetLessonsOfOthers(owner)
  const store = await caches.open(lessonStorePrefix + owner)
  const before = await indexOf(store)
  const { path, title, html, pictures } = lesson
  const lessons = [{ path, title }, ...before.filter((other) => other.path !== path)]
  for (const { path: old } of lessons.splice(mostKept)) await store.delete(old)
  await store.put(path, new Response(html, { headers: pageHeaders }))
  await store.put(learnPath(path), new Response(drawList(lessons), { headers: pageHeaders }))
  await store.put(indexPath, Response.json(lessons))
  for (const [own, url] of pictures) await addOnce(store, own, url)
  for (const part of partsOfPage()) await addOnce(store, part, part)
  await navigator.serviceWorker.register(workerAddress())
}

export async function dropLesson(owner: string, path: string): Promise<void> {
  if (!canKeepLessons() || !(await caches.has(lessonStorePrefix + owner))) return
  const store = await caches.open(lessonStorePrefix + owner)
  const lessons = await indexOf(store)
  await store.delete(path)
  // the next opened lesson rebuilds the list
  await store.delete(learnPath(path))
  await store.put(indexPath, Response.json(lessons.filter((other) => other.path !== path)))
}

async function indexOf(store: Cache): Promise<KeptLesson[]> {
  const index = await store.match(indexPath)
  return index ? ((await index.json()) as KeptLesson[]) : []
}

function learnPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function partsOfPage(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"], link[as="font"]')
  return [...links].map(({ href }) => new URL(href).pathname)
}

/** A failed part is left out: the page stays readable. */
async function addOnce(store: Cache, path: string, url: string): Promise<void> {
  if (await store.match(path, { ignoreVary: true })) return
  const answer = await fetch(url).catch(() => null)
  if (answer?.ok) await store.put(path, answer)
}

interface ScriptAddresses {
  createScriptURL(address: string): string
}
let addresses: ScriptAddresses | null = null

/** The only worker URL that the page's policy allows (server/platform/http/security-headers.ts). */
function workerAddress(): string {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: string, rules: ScriptAddresses): ScriptAddresses }
  }
  if (!trustedTypes) return workerPath
  addresses ??= trustedTypes.createPolicy('carefold-offline', {
    createScriptURL(address) {
      if (address !== workerPath) throw new TypeError('no other worker')
      return address
    },
  })
  return addresses.createScriptURL(workerPath)
}
