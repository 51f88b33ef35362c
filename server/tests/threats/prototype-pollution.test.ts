// Names that every object has (`__proto__`, `constructor`) are ordinary names in an input, and change no other object.
import { beforeEach, expect, it } from 'vitest'
import { actions } from '#server/features.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { setUpServer } from './test-server.ts'

let token: string
const objects = [Object.prototype, Array.prototype, Function.prototype] as object[]
const namesOf = () => objects.map((object) => Object.getOwnPropertyNames(object).sort())
const before = namesOf()

/** As text: an object literal would set its own prototype. */
const hostile =
  '{"__proto__":{"polluted":"yes","role":"admin"},"constructor":{"prototype":{"polluted":"yes"}},"prototype":{"polluted":"yes"}}'
const inQuery =
  '__proto__[polluted]=yes&__proto__.polluted=yes&constructor[prototype][polluted]=yes&constructor.prototype.polluted=yes&__proto__=yes'

const test = await setUpServer()
const clinic = await aClinic(test.db)
beforeEach(async () => {
  token = await test.tokenOf(clinic.admin)
})

async function send(method: string, path: string, rawBody?: string): Promise<number> {
  const { status, text } = await test.ask(path, { method, token, clinic, ...(rawBody && { rawBody }) })
  expect(text, `${method} ${path}`).not.toContain('unexpected')
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(500)
  expect(namesOf(), `${method} ${path}`).toEqual(before)
  return status
}

it.each(actions.map(({ name }) => name))('%s', async (name) => {
  await send('POST', `/functions/v1/${name}?${inQuery}`, hostile)
  await send('POST', `/functions/v1/${name}`, `{"input":${hostile},"items":[${hostile}]}`)
  await send('GET', `/functions/v1/${name}?${inQuery}`)
})

it('accounts and their metadata', async () => {
  const person = `"email":"proto-${crypto.randomUUID()}@example.test","password":"a quiet long password"`
  await send(
    'POST',
    '/auth/v1/signup',
    `{${person},"data":${hostile},"options":${hostile},${hostile.slice(1)}`,
  )
  expect(await send('PUT', '/auth/v1/user', `{"data":${hostile}}`)).toBe(200)
  const { text } = await test.ask('/auth/v1/user', { token, clinic })
  expect(JSON.parse(text).role).toBe('authenticated')
  await send('GET', `/auth/v1/authorize?provider=constructor&${inQuery}`)
  await send('POST', '/auth/v1/token?grant_type=__proto__', hostile)
})

it('rows and procedures', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    await send('GET', `/rest/v1/tasks?select=${name}`)
    await send('GET', `/rest/v1/tasks?${name}=eq.1&order=${name}`)
    await send('GET', `/rest/v1/tasks?select=title->${name}`)
    await send('POST', `/rest/v1/tasks?columns=${name}`, hostile)
    expect(await send('GET', `/rest/v1/${name}`)).toBe(404)
    expect(await send('POST', `/rest/v1/rpc/${name}`, hostile)).toBe(404)
    expect(await send('POST', `/functions/v1/${name}`, hostile)).toBe(404)
  }
  await send('POST', '/rest/v1/tasks', `[${hostile},{"title":"Call","details":${hostile}}]`)
})

it('reads that are sent together', async () => {
  await send('POST', '/reads/v1', `{"reads":[${hostile},{"path":"/rest/v1/tasks","headers":${hostile}}]}`)
  await send('POST', '/reads/v1', hostile)
})
