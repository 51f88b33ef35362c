import { expect, test } from 'vitest'
import { acceptsCookies, cookieStorage, jarOf, sessionKeyOf } from './cookie-storage.ts'

/** A cookie jar with the relevant browser rules: one value per name, Max-Age=0 removes it. */
function aJar(initial: string[] = []) {
  const pairs = initial.map((pair) => pair.split('=') as [string, string])
  const writes: string[] = []
  return {
    writes,
    get cookie() {
      return pairs.map((pair) => pair.join('=')).join('; ')
    },
    set cookie(text: string) {
      writes.push(text)
      const [name = '', value = ''] = (text.split(';')[0] as string).split(/=(.*)/s)
      const kept = pairs.filter((pair) => pair[0] !== name)
      pairs.length = 0
      pairs.push(...kept)
      if (!text.includes('Max-Age=0')) pairs.push([name, value])
    },
  }
}

test('returns the stored value, whatever its characters and length', () => {
  const storage = cookieStorage(aJar(), 'carefold.localhost', 'carefold.localhost')
  const session = JSON.stringify({ name: 'Zoë; Łukasz = 診療所', token: 'x'.repeat(9_000) })
  storage.setItem('session', session)
  expect(storage.getItem('session')).toBe(session)
  storage.removeItem('session')
  expect(storage.getItem('session')).toBe(null)
})

test('returns the value that another page has stored since', () => {
  const jar = aJar()
  const storage = cookieStorage(jar, 'carefold.localhost', 'carefold.localhost')
  storage.setItem('session', '"one"')
  expect(storage.getItem('session')).toBe('"one"')
  cookieStorage(jar, 'carefold.localhost', 'carefold.localhost').setItem('session', '"two"')
  expect(storage.getItem('session')).toBe('"two"')
})

// spec: A9 A session over 3,180 characters is split over several cookies
test('cuts long values into chunks and removes unused ones after a shorter value', () => {
  const jar = aJar()
  const storage = cookieStorage(jar, 'carefold.localhost', 'carefold.localhost')
  storage.setItem('session', JSON.stringify('x'.repeat(9_000)))
  const lengths = jar.cookie.split('; ').map((pair) => pair.split('=')[1]?.length ?? 0)
  expect(lengths).toHaveLength(4)
  expect(Math.max(...lengths)).toBe(3_180)
  storage.setItem('session', '"short"')
  expect(jar.cookie.split('; ')).toHaveLength(1)
  expect(storage.getItem('session')).toBe('"short"')
})

// spec: A9 The session cookie lasts 34,560,000 s, with path /, SameSite Lax and the domain of the main site
test.each([
  ['carefold.localhost', 'Path=/; SameSite=Lax; Domain=carefold.localhost'],
  ['sunrise.carefold.localhost', 'Path=/; SameSite=Lax; Domain=carefold.localhost'],
  ['localhost', 'Path=/; SameSite=Lax'],
])('on %s the cookie is shared across the site', (host, attributes) => {
  const jar = aJar()
  cookieStorage(jar, host, 'carefold.localhost').setItem('session', 'x')
  expect(jar.writes[0]).toBe(`session.0=eA; Max-Age=34560000; ${attributes}`)
})

// spec: A9 The session cookie is secure in production
test('in production the cookie is secure, and host-only on foreign hosts', () => {
  const jar = aJar()
  cookieStorage(jar, 'sunrise.carefold.example', 'carefold.example').setItem('session', 'x')
  cookieStorage(jar, 'notcarefold.example', 'carefold.example').setItem('session', 'x')
  expect(jar.writes[0]).toContain('Domain=carefold.example; Secure')
  expect(jar.writes[1]).not.toContain('Domain')
  expect(jar.writes.every((write) => write.startsWith('__Secure-session.0='))).toBe(true)
})

test('in production a stored value is returned and removed', () => {
  const jar = aJar()
  const storage = cookieStorage(jar, 'sunrise.carefold.example', 'carefold.example')
  storage.setItem('session', JSON.stringify('y'.repeat(4_000)))
  storage.setItem('session', '"x"')
  expect(storage.getItem('session')).toBe('"x"')
  storage.removeItem('session')
  expect(jar.cookie).toBe('')
  expect(jar.writes.every((write) => write.includes('Secure'))).toBe(true)
})

test('rejects and removes two cookies with one name', () => {
  const jar = aJar(['session.0=eA', 'session.0=eQ'])
  const storage = cookieStorage(jar, 'sunrise.carefold.localhost', 'carefold.localhost')
  expect(storage.getItem('session')).toBe(null)
  expect(jar.cookie).toBe('')
  expect(jar.writes.some((write) => write.includes('Domain=carefold.localhost'))).toBe(true)
  expect(jar.writes.some((write) => !write.includes('Domain'))).toBe(true)
})

test.each([0, 1, 2, 3])('has no session without chunk %i of 4', (missing) => {
  const jar = aJar()
  const storage = cookieStorage(jar, 'sunrise.carefold.localhost', 'carefold.localhost')
  storage.setItem('session', JSON.stringify({ token: 'x'.repeat(9_000) }))
  expect(storage.getItem('session')).not.toBe(null)
  jar.cookie = `session.${missing}=; Max-Age=0`
  expect(jar.cookie.split('; ')).toHaveLength(3)
  expect(storage.getItem('session')).toBe(null)
})

test('ignores cookies without a valid session', () => {
  const storage = cookieStorage(aJar(['session.0=%%%', 'other=1']), 'localhost', 'carefold.localhost')
  expect(storage.getItem('session')).toBe(null)
  expect(storage.getItem('other')).toBe(null)
})

test('reports a browser that blocks cookies, and leaves no cookie of the check', () => {
  const jar = aJar(['other=1'])
  const host = ['carefold.localhost', 'carefold.localhost'] as const
  expect(acceptsCookies(jar, ...host)).toBe(true)
  expect(jar.cookie).toBe('other=1')
  const silent = {
    get cookie() {
      return ''
    },
    set cookie(_) {},
  }
  expect(acceptsCookies(silent, ...host)).toBe(false)
})

test('a page that may not use cookies has none', () => {
  const refusing = {
    get cookie(): string {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
    set cookie(_: string) {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  }
  const storage = cookieStorage(jarOf(refusing), 'carefold.localhost', 'carefold.localhost')
  expect(storage.getItem('session')).toBeNull()
  storage.setItem('session', '{}')
  expect(acceptsCookies(jarOf(refusing), 'carefold.localhost', 'carefold.localhost')).toBe(false)
})

test('sessions of two nodes last side by side', () => {
  const storage = cookieStorage(aJar(), 'sunrise.carefold.localhost', 'carefold.localhost')
  const one = sessionKeyOf('http://carefold.localhost:3000')
  const two = sessionKeyOf('http://app2.carefold.localhost:3000')
  storage.setItem(one, '{"of":"one"}')
  storage.setItem(two, '{"of":"two"}')
  expect([one, two].map(storage.getItem)).toEqual(['{"of":"one"}', '{"of":"two"}'])
  storage.removeItem(one)
  expect([one, two].map(storage.getItem)).toEqual([null, '{"of":"two"}'])
})
