// Several reads in one request (docs/decisions/0119).

import { afterAll, describe, expect, it } from 'vitest'
import { isReadingAction, maxReads, type Read, type ReadAnswer, readsPath } from '#domain/reads.ts'
import { actions } from '#server/features.ts'
import { openScenes } from '../threats/scene.ts'
import type { AskOptions } from '../threats/test-server.ts'

const scenes = await openScenes()
const test = scenes.test
afterAll(() => test.close())
const scene = await scenes.next()
const { people } = scene.world
if (!people.admin || !people.patient) throw new Error('the world has no admin or no patient')
const staff = await test.tokenOf(people.admin)
const patient = await test.tokenOf(people.patient)

const rows = (path: string, headers: Record<string, string> = {}): Read => ({
  method: 'GET',
  path: `/rest/v1/${path}`,
  headers,
})
const call = (name: string, input: unknown = {}): Read => ({
  method: 'POST',
  path: `/functions/v1/${name}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(input),
})

const ask = (reads: unknown, options: AskOptions = {}) =>
  test.ask(readsPath, { method: 'POST', body: { reads }, clinic: scene.world.clinics.one, ...options })

async function answersTo(reads: Read[], options: AskOptions = {}): Promise<ReadAnswer[]> {
  const { status, text } = await ask(reads, options)
  expect(status, text).toBe(200)
  const answers = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ReadAnswer)
  return answers.sort((one, other) => one.of - other.of)
}

describe('each read', () => {
  it('is answered as if it had been sent alone', async () => {
    const reads = [
      rows('plans?select=id,name&order=id', { prefer: 'count=exact' }),
      call('message-counts'),
      rows('no_such_table'),
      call('list-members', { search: 1 }),
      { method: 'GET' as const, path: '/functions/v1/featured-presentations', headers: {} },
    ]
    const options = { token: staff, clinic: scene.world.clinics.one }
    const together = await answersTo(reads, options)
    for (const [index, { method, path, headers, body }] of reads.entries()) {
      const alone = await test.ask(path, { method, headers, ...(body && { rawBody: body }), ...options })
      const withoutId = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
      expect(together[index]).toMatchObject({ of: index, status: alone.status })
      expect(withoutId(together[index]?.body ?? '')).toBe(withoutId(alone.text))
      expect(together[index]?.headers['content-range']).toBe(alone.headers.get('content-range') ?? undefined)
    }
    expect(together.map(({ status }) => status)).toEqual([200, 200, 404, 400, 200])
  })

  it('has the rights of the caller, in the requested clinic', async () => {
    const reads = [rows('patients?select=id'), call('list-members')]
    const [own, refused] = await answersTo(reads, { token: patient })
    expect(JSON.parse(own?.body ?? '')).toHaveLength(1)
    expect(refused?.status).toBe(403)
    const elsewhere = await answersTo(reads, { token: staff, clinic: scene.world.clinics.two })
    expect(elsewhere.map(({ status }) => status)).toEqual([403, 403])
    const nobody = await answersTo(reads)
    expect(nobody.map(({ status }) => status)).toEqual([401, 401])
  })

  it('cannot name another caller, clinic or guardianship', async () => {
    const other = { authorization: `Bearer ${staff}`, 'x-clinic': scene.world.clinics.two.subdomain }
    const [answer] = await answersTo([rows('patients?select=id', other)], { token: patient })
    expect(JSON.parse(answer?.body ?? '')).toHaveLength(1)
  })

  it('of an ended or forged session is refused', async () => {
    const answers = await answersTo([rows('plans'), call('message-counts')], { token: 'forged' })
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
  })
})

describe('accepts nothing else', () => {
  it.each([
    [
      'a write of rows',
      { method: 'POST', path: '/rest/v1/leads', headers: {}, body: '{"email":"a@b.test"}' },
    ],
    ['an action that writes', call('set-tenant-claim')],
    ['the same by GET', { method: 'GET', path: '/functions/v1/set-tenant-claim', headers: {} }],
    ['the auth service', { method: 'GET', path: '/auth/v1/user', headers: {} }],
    ['a file', { method: 'GET', path: '/files/v1/x', headers: {} }],
    ['itself', { method: 'POST', path: readsPath, headers: {}, body: '{}' }],
    ['a path that climbs', { method: 'GET', path: '/rest/v1/../../auth/v1/user', headers: {} }],
    ['another host', { method: 'GET', path: 'https://elsewhere.test/rest/v1/plans', headers: {} }],
    ['another host without a scheme', { method: 'GET', path: '//elsewhere.test/rest/v1/plans', headers: {} }],
  ])('%s', async (_what, read) => {
    const { status } = await ask([rows('plans'), read], { token: staff })
    expect(status).toBe(404)
  })

  it.each([
    ['no list', {}],
    ['an empty list', []],
    ['another method', [{ method: 'DELETE', path: '/rest/v1/plans', headers: {} }]],
    ['too many', Array.from({ length: maxReads + 1 }, () => rows('plans'))],
    ['a line break in a header', [rows('plans', { prefer: 'count=exact\r\nauthorization: Bearer x' })]],
    ['a NUL in a header', [rows('plans', { accept: 'text/csv\0' })]],
    ['a character that no header carries', [rows('plans', { prefer: 'count=\u2713' })]],
    ['a header without a name', [rows('plans', { '': 'x' })]],
    ['a line break in a header’s name', [rows('plans', { 'x\r\nprefer': 'count=exact' })]],
  ])('%s', async (_what, reads) => {
    expect((await ask(reads, { token: staff })).status).toBe(400)
  })

  it('names the header that cannot be sent', async () => {
    const { text } = await ask([rows('plans'), rows('plans', { prefer: 'a\r\nb' })], { token: staff })
    expect(JSON.parse(text)).toMatchObject({
      code: 'invalid_input',
      fields: [{ path: 'reads.1.headers.prefer' }],
    })
  })

  it('an address with a user and a password', async () => {
    const { host } = new URL(test.services.config.mainOrigin)
    const path = `http://user:word@${scene.world.clinics.one.subdomain}.${host}/rest/v1/plans`
    expect((await ask([{ method: 'GET', path, headers: {} }], { token: staff })).status).toBe(404)
  })

  it('invalid JSON', async () => {
    const answer = await test.ask(readsPath, { method: 'POST', rawBody: '{', token: staff })
    expect(answer.status).toBe(400)
  })
})

describe('an action that reads', () => {
  it('is one of ours', () => {
    const reading = actions.filter(({ name }) => isReadingAction(name))
    expect(reading).toHaveLength(29)
  })

  it('is each whose answer may be old', () => {
    const old = actions.filter(({ mayBeOld }) => mayBeOld).map(({ name }) => name)
    expect(old.filter((name) => !isReadingAction(name))).toEqual([])
  })
})
