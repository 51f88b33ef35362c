import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { aSignedInUser, type SignedIn, setUpTestAuth } from '#testing/sign-in/auth.ts'

const test = setUpTestAuth()
let token: string
let person: SignedIn
beforeAll(async () => {
  token = await test.auth.serviceToken()
  person = await aSignedInUser(test)
  await test.send('POST', '/token?grant_type=refresh_token', { body: { refresh_token: person.refreshToken } })
  await test.send('POST', '/recover', { body: { email: person.email } })
  await test.send('POST', '/admin/users', { token, body: { email: 'audited@example.test' } })
  const other = await aSignedInUser(test)
  await test.send('POST', '/logout', { token: other.accessToken })
})

const read = (query = '') => test.send('GET', `/admin/audit${query}`, { token })
const actionsOf = ({ body }: { body: { payload: { action: string } }[] }) =>
  body.map(({ payload }) => payload.action)

describe('GET /admin/audit', () => {
  it('gives each entry a UUID that stays the same', async () => {
    const idsOf = async (query: string) => (await read(query)).body.map(({ id }: { id: string }) => id)
    const ids = await idsOf('')
    for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true)
    expect(new Set(ids).size).toBe(6)
    expect([...(await idsOf('?page=1&per_page=3')), ...(await idsOf('?page=2&per_page=3'))]).toEqual(ids)
  })

  it('names the role of an admin token as the actor, not the user it acted on', async () => {
    const { body } = await read('?query=author:service_')
    expect(actionsOf({ body })).toEqual(['user_signedup'])
    expect(body[0].payload).toMatchObject({
      actor_id: '00000000-0000-0000-0000-000000000000',
      actor_username: 'service_role',
      traits: { user_id: expect.any(String) },
    })
    expect(actionsOf(await read('?query=author:audited'))).toEqual([])
  })

  it.each<[string, string[]]>([
    ['action:login', ['login', 'login']],
    ['action:LOGOUT', ['logout']],
    ['type:token', ['token_refreshed']],
    ['type:team', ['user_signedup']],
    ['type:user', ['user_recovery_requested']],
    ['action:%25', []],
    ['action:user_signedup', ['user_signedup']],
    ['type:nothing-like-this', []],
  ])('?query=%s finds only those', async (query, actions) => {
    expect(actionsOf(await read(`?query=${query}`))).toEqual(actions)
  })
})
