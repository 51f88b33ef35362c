// No path reads a body of unlimited length into memory (docs/threats.md T34).
import { describe, expect, it } from 'vitest'
import { routes } from '#server/auth/routes.ts'
import { actions } from '#server/features.ts'
import { aSignedInPerson } from '#testing/sign-in/people.ts'
import { announce, sendPiece } from '#testing/uploads.ts'
import { setUpServer } from './test-server.ts'

const megabyte = 1024 * 1024
const chunk = new Uint8Array(64 * 1024).fill(0x61)
const readAhead = 4 * chunk.length
const most = (path: string) => {
  if (path.startsWith('/rest/v1/')) return 5 * megabyte + readAhead
  return (path.startsWith('/files/v1/uploads') ? 4 : 1) * megabyte + readAhead
}

const test = await setUpServer()

const id = '0197a3f0-0000-7000-8000-000000000001'
/** Wildcards are expanded to the paths they serve. */
function everyPath(): string[] {
  const paths = test.paths.flatMap((path) => {
    if (path === '/auth/v1/*') return routes.map((route) => `/auth/v1${route.path.replaceAll('{}', id)}`)
    if (path === '/functions/v1/:name')
      return [...actions.map(({ name }) => `/functions/v1/${name}`), '/functions/v1/none']
    if (path === '/rest/v1/*') return ['/rest/v1/leads', '/rest/v1/rpc/audit_log_for_me', '/rest/v1/none']
    if (path === '/sandbox/stripe/*')
      return [`/sandbox/stripe/pay/checkout/acct_1/cs_1`, '/sandbox/stripe/none']
    if (path === '/sandbox/openid/*')
      return ['/sandbox/openid/authorize', '/sandbox/openid/token', '/sandbox/openid/none']
    return [path.replace(':id', id).replace('*', 'none')]
  })
  return [...new Set(paths)].sort()
}

/** 64 MiB without a declared length, and how many bytes of it were pulled. */
function endless() {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= 64 * megabyte) return controller.close()
      sent += chunk.length
      controller.enqueue(chunk)
    },
  })
  return { body, sent: () => sent }
}

const types = ['application/json', 'application/x-www-form-urlencoded']

describe('a body of 64 MiB', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'is read to its end by no path: %s',
    async (method) => {
      const tooMuch: string[] = []
      for (const path of everyPath()) {
        for (const type of types) {
          const { body, sent } = endless()
          const { status } = await test.ask(path, {
            method,
            rawBody: body,
            headers: { 'content-type': type },
          })
          const isRefused = status >= 400 && status < 500
          if (sent() > most(path) || (sent() > readAhead && !isRefused))
            tooMuch.push(`${path} ${type}: ${status}, ${sent()}`)
        }
      }
      expect(tooMuch).toEqual([])
    },
    120_000,
  )

  it('is refused with 413 by the paths that read bodies', async () => {
    for (const path of [
      '/auth/v1/signup',
      '/auth/v1/callback',
      '/functions/v1/clinic-join',
      '/rest/v1/leads',
      '/dev/clock',
      '/hooks/stripe/account',
    ]) {
      const { status, text } = await test.ask(path, { method: 'POST', rawBody: endless().body })
      expect([path, status]).toEqual([path, 413])
      expect(JSON.parse(text)).toMatchObject({
        [path.startsWith('/auth') ? 'msg' : 'message']: expect.any(String),
      })
    }
  })

  it('is refused as a piece of an upload, and nothing of it is stored', async () => {
    const person = await aSignedInPerson(test.db)
    const token = await test.tokenOf(person)
    const announced = await announce(test, { token, kind: 'avatar', length: 4_500_000 })
    const { body, sent } = endless()
    const location = announced.headers.get('location') ?? ''
    expect((await sendPiece(test, { token }, location, 0, body)).status).toBe(413)
    expect(sent()).toBeLessThanOrEqual(most('/files/v1/uploads'))
    const left = await test.db.asOwner(
      `select o.name from app.file_objects o join files f on f.id = o.file_id where f.owner_id = '${person.userId}'`,
    )
    expect(left).toEqual([])
  })

  it('is refused by its declared length, unread', async () => {
    const { body, sent } = endless()
    const headers = {
      'content-length': String(64 * megabyte),
      'content-type': 'application/x-www-form-urlencoded',
    }
    const { status } = await test.ask('/auth/v1/callback', { method: 'POST', rawBody: body, headers })
    expect(status).toBe(413)
    expect(sent()).toBeLessThanOrEqual(readAhead)
  })
})

it('covers the paths of every protocol', () => {
  expect(everyPath().length).toBeGreaterThan(80)
  expect(test.paths).toEqual(
    expect.arrayContaining([
      '/auth/v1/*',
      '/rest/v1/*',
      '/functions/v1/:name',
      '/dev/mail',
      '/sandbox/stripe/*',
      '/sandbox/openid/*',
    ]),
  )
})
