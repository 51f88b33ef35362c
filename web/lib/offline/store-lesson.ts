import { canKeepLessons, forgetLessonsOfOthers, lessonStorePrefix } from './stored-lessons.ts'

/*
 * Keeps opened lessons as pages of their own, which `public/offline-worker.js` shows while there is no connection
 * (docs/decisions/0069).
 */
const workerPath = '/offline-worker.js'
const indexPath = '/kept-lessons/index'
const mostKept = 30

/** A lesson that can be read without a connection. */
export interface KeptLesson {
  /** of its page */
  path: string
  title: string
}

/** Its page, its pictures and the parts that every page needs. */
export interface LessonPage extends KeptLesson {
  /** a whole document; every text in it is escaped */
  html: string
  /** addresses of its pictures now, by the paths under which the page shows them */
  pictures: ReadonlyMap<string, string>
}

/** Without scripts, and without anything from elsewhere. Nothing is reported: there is no connection. */
const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
}

/**
 * Keeps one lesson for its reader, the oldest of many give way.
 *
 * @param owner user id of the reader @param drawList the page that lists what is kept, as a document
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

/** One that its reader may not read any more. */
export async function dropLesson(owner: string, path: string): Promise<void> {
  if (!canKeepLessons() || !(await caches.has(lessonStorePrefix + owner))) return
  const store = await caches.open(lessonStorePrefix + owner)
  const lessons = await indexOf(store)
  await store.delete(path)
  // the list is written again with the next lesson that is opened
  await store.delete(learnPath(path))
  await store.put(indexPath, Response.json(lessons.filter((other) => other.path !== path)))
}

async function indexOf(store: Cache): Promise<KeptLesson[]> {
  const index = await store.match(indexPath)
  return index ? ((await index.json()) as KeptLesson[]) : []
}

/** `/learn` of `/learn/:id`. */
function learnPath(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** The stylesheets and fonts of the page that is open. */
function partsOfPage(): string[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"], link[as="font"]')
  return [...links].map(({ href }) => new URL(href).pathname)
}

/** What cannot be loaded is missing on the kept page, which is still readable. */
async function addOnce(store: Cache, path: string, url: string): Promise<void> {
  if (await store.match(path, { ignoreVary: true })) return
  const answer = await fetch(url).catch(() => null)
  if (answer?.ok) await store.put(path, answer)
}

interface ScriptAddresses {
  createScriptURL(address: string): string
}
let addresses: ScriptAddresses | null = null

/** The page's policy lets exactly this one address be a worker's (server/platform/http/security-headers.ts). */
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
