/*
 * Shows stored lessons without a connection (docs/decisions/0069). It stores nothing and answers no other request:
 * web/lib/offline/store-lesson.ts stores the pages, and web/lib/offline/stored-lessons.ts removes them at sign-out.
 */
const storePrefix = 'carefold-lessons '
const sessionCookie = /^(__Secure-)?carefold-session/
const lessonPage = /^\/learn(\/[0-9a-f-]{36})?$/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const isPage = request.mode === 'navigate' && lessonPage.test(pathname)
  const isPart = ['style', 'font'].includes(request.destination) && pathname.startsWith('/assets/')
  if (isPage || isPart) event.respondWith(fetch(request).catch(() => kept(pathname)))
  else if (pathname.startsWith('/kept-lessons/')) event.respondWith(kept(pathname))
})

/** The page stored under the path, while a user is signed in on this device. */
async function kept(pathname) {
  if (!(await isSignedIn())) {
    for (const name of await caches.keys()) if (name.startsWith(storePrefix)) await caches.delete(name)
    return Response.error()
  }
  return (await caches.match(pathname, { ignoreSearch: true, ignoreVary: true })) ?? Response.error()
}

/** Another host of this site may have removed the session's cookie, but cannot delete this host's pages. */
async function isSignedIn() {
  if (!self.cookieStore) return true
  const cookies = await self.cookieStore.getAll()
  return cookies.some(({ name }) => sessionCookie.test(name))
}
