// Forged and confused tokens at every protocol that accepts one (docs/threats.md T16).
import { describe, expect, it } from 'vitest'
import { aSignedInPerson } from '#testing/sign-in/people.ts'
import { planter } from '../actors/planted.ts'
import { setUpServer } from '../test-server.ts'
import { forgedTokens } from './forged-tokens.ts'

const test = await setUpServer()
const person = await aSignedInPerson(test.db)
const fileId = await planter(test.db).picture(person.userId)
const tokens = forgedTokens(test, person)

const protocols = {
  'the auth service': (token: string) => test.ask('/auth/v1/user', { token }),
  'the data API': (token: string) => test.ask('/rest/v1/clinic_memberships?select=id', { token }),
  'the functions': (token: string) =>
    test.ask('/functions/v1/check-subscription', { method: 'POST', body: {}, token }),
  'the uploads': (token: string) =>
    test.ask(`/files/v1/uploads/${fileId}`, {
      method: 'HEAD',
      token,
      headers: { 'tus-resumable': '1.0.0' },
    }),
}

describe.each(Object.entries(protocols))('%s', (_name, call) => {
  it('accepts a genuine token of either key', async () => {
    expect((await call(await test.tokenOf(person))).status).toBe(200)
  })

  it('accepts none of more than 120 others', async () => {
    expect(tokens.length).toBeGreaterThanOrEqual(120)
    expect(new Set(tokens.map(([name]) => name)).size).toBe(tokens.length)
    const answers: Record<string, number> = {}
    for (const [name, make] of tokens) answers[name] = (await call(make())).status
    const letIn = Object.entries(answers).filter(([, status]) => ![400, 401, 403].includes(status))
    expect(letIn).toEqual([])
  })

  it.each(['kid', 'sub', 'role'])('accepts no %s from outside the token', async (name) => {
    const token = await test.tokenOf(person, { session_id: crypto.randomUUID() })
    const { status } = await call(`${token}&${name}=service_role`)
    expect([401, 403]).toContain(status)
  })
})

it('a user’s token with role service_role stays that user’s', async () => {
  const token = await test.tokenOf(person, { role: 'clinic_admin', aal: 'aal2' })
  const { text } = await test.ask('/rest/v1/clinics?select=id&limit=1', { token })
  expect(JSON.parse(text)).toEqual([])
  expect((await test.ask('/rest/v1/patients?select=id', { token })).status).toBe(403)
  expect((await test.ask('/rest/v1/audit_log?select=id', { token })).status).toBe(403)
})
