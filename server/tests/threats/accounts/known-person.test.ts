// Overload refuses visitors before signed-in users (docs/threats.md T90): a request's head shows its person.
import { expect, it } from 'vitest'
import { knownPerson } from '#server/known-person.ts'
import { aSignedInPerson } from '#testing/sign-in/people.ts'
import { setUpServer } from '../test-server.ts'

const test = await setUpServer()
const ada = await aSignedInPerson(test.db)

const of = (token: string) =>
  knownPerson(
    { url: '/rest/v1/clinics', headers: { authorization: `Bearer ${token}` } },
    test.auth,
    test.services.files.links,
  )
const ofLink = (url: string) => knownPerson({ url, headers: {} }, test.auth, test.services.files.links)
const fileId = '6f1c0a7e-4b1d-4a52-9a63-0c5a0f8f2b11'

it('a token is known once it was verified, while it is valid', async () => {
  const token = await test.tokenOf(ada)
  expect(of(token)).toBeNull()
  await test.ask('/rest/v1/clinics', { token })
  expect(of(token)).toBe(ada.userId)
  expect(of(`${token.slice(0, -4)}AAAA`)).toBeNull()
})

it('a token that was refused is not known, nor is one without a person', async () => {
  const expired = await test.tokenOf(ada, { exp: Math.floor(Date.now() / 1000) - 600 })
  const foreign = await test.tokenOf(ada, { iss: 'https://elsewhere.test' })
  for (const token of [expired, foreign, await test.serviceToken(), 'x', 'x.y.z']) {
    await test.ask('/rest/v1/clinics', { token })
    expect(of(token)).toBeNull()
  }
})

it('a link to a file is known to be of its person, for this file alone', () => {
  const { url } = test.services.files.links.sign(ada.caller(), fileId, new Date())
  expect(ofLink(url)).toBe(ada.userId)
  expect(ofLink(url.replace(fileId, fileId.replace('6f', '7f')))).toBeNull()
  expect(ofLink(`${url}A`)).toBeNull()
  expect(ofLink(`/files/v1/${fileId}`)).toBeNull()
})
