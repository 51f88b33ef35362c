// A parameter counts in one place only; a repeated one grants nothing that either alone would not.
import { describe, expect, it } from 'vitest'
import { aClinic, aPatient, aSignedInPerson } from '#testing/sign-in/people.ts'
import { aTask } from '#testing/tasks.ts'
import { setUpServer } from './test-server.ts'

const test = await setUpServer()
const clinic = await aClinic(test.db)
const other = await aClinic(test.db)
const token = await test.tokenOf(clinic.admin)

const json = async (answer: Promise<{ text: string }>) => JSON.parse((await answer).text)

describe('a function', () => {
  it('reads the body of a POST, not its query, cookies or headers', async () => {
    const ask = (extra: object, query = '') =>
      json(
        test.ask(`/functions/v1/check-subdomain${query}`, {
          method: 'POST',
          body: { subdomain: 'a-free-name' },
          ...extra,
        }),
      )
    const plain = await ask({})
    expect(plain).toEqual({ available: true })
    expect(await ask({}, '?subdomain=www&subdomain=admin')).toEqual(plain)
    expect(await ask({ headers: { cookie: 'subdomain=www', subdomain: 'www' } })).toEqual(plain)
    const inQuery = test.ask('/functions/v1/check-subdomain?subdomain=www', { method: 'POST', body: {} })
    expect((await inQuery).status).toBe(400)
  })

  it('refuses a list where it takes one value', async () => {
    const body = { subdomain: ['www', 'a-free-name'] }
    expect((await test.ask('/functions/v1/check-subdomain', { method: 'POST', body })).status).toBe(400)
  })
})

describe('the clinic', () => {
  it('is that of the host, whatever the header says', async () => {
    await aTask(test.db, clinic, { title: 'Ours' })
    await aTask(test.db, other, { title: 'Theirs' })
    const path = `/rest/v1/tasks?select=title&clinic_id=in.(${clinic.id},${other.id})`
    const headers = { 'x-clinic': other.subdomain }
    expect(await json(test.ask(path, { token, clinic, headers }))).toEqual([{ title: 'Ours' }])
    expect((await json(test.ask(path, { token, clinic: other }))).code).toBe('42501')
  })

  it('is none when the header names two', async () => {
    const headers = { 'x-clinic': `${clinic.subdomain}, ${other.subdomain}` }
    expect((await json(test.ask('/rest/v1/tasks?select=title', { token, headers }))).code).toBe('42501')
    const one = { 'x-clinic': clinic.subdomain }
    expect(await json(test.ask('/rest/v1/tasks?select=title', { token, headers: one }))).toHaveLength(1)
  })
})

describe('the data API', () => {
  it('applies every filter of a column that is named twice', async () => {
    const [one, two] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
    const ids = (query: string) =>
      json(test.ask(`/rest/v1/clinic_memberships?select=id&${query}`, { token, clinic }))
    expect(await ids(`id=eq.${one.membershipId}`)).toEqual([{ id: one.membershipId }])
    expect(await ids(`id=eq.${one.membershipId}&id=eq.${two.membershipId}`)).toEqual([])
  })

  it('takes the first of two lists of columns', async () => {
    const rows = await json(
      test.ask('/rest/v1/clinic_memberships?select=id&select=id,role&limit=1', { token, clinic }),
    )
    expect(Object.keys(rows[0])).toEqual(['id'])
  })
})

describe('the auth service', () => {
  const password = 'a quiet long password'

  it('reads the account from the body, and the first grant of two', async () => {
    const [email, victim] = [1, 2].map(() => `pollution-${crypto.randomUUID()}@example.test`)
    for (const address of [email, victim]) {
      const body = { email: address, password }
      expect((await test.ask('/auth/v1/signup', { method: 'POST', body })).status).toBe(200)
      await test.db.asOwner('update auth.users set email_confirmed_at = now() where email = $1', [address])
    }
    const signIn = (query: string) =>
      test.ask(`/auth/v1/token?grant_type=password${query}`, { method: 'POST', body: { email, password } })
    expect((await json(signIn(`&email=${victim}`))).user.email).toBe(email)
    expect((await json(signIn('&grant_type=refresh_token'))).user.email).toBe(email)
  })

  it('accepts one bearer token', async () => {
    const person = await aSignedInPerson(test.db)
    const [mine, theirs] = [await test.tokenOf(person), token]
    const headers = { authorization: `Bearer ${mine}, Bearer ${theirs}` }
    expect((await test.ask('/auth/v1/user', { headers })).status).toBe(401)
    const inQuery = await test.ask(`/auth/v1/user?access_token=${theirs}`, { token: mine })
    expect(JSON.parse(inQuery.text).id).toBe(person.userId)
  })
})
