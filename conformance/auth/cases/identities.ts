import type { AuthSettings } from '#server/auth/context/settings.ts'
import { del, get, put } from '../call.ts'
import { aCase, type Family, refused } from '../case.ts'
import { check, expectAudit } from '../checks.ts'
import { noFields } from '../match.ts'
import type { SignedIn, World } from '../world.ts'
import { claimsFor, comeBack, pkce, redirectTarget, withGoogle } from './setup/fake-provider.ts'

/** Linking and unlinking accounts at a provider (docs/contracts/auth.md 3.4). */

const linking: Partial<AuthSettings> = { ...withGoogle, manualLinking: true }

async function linkedUser(world: World, email = world.newEmail()): Promise<SignedIn> {
  const person = await world.createSignedInUser()
  const answer = await world.send(await comeBack(world, claimsFor(email), '', person.accessToken))
  check(redirectTarget(answer).searchParams.has('code'), 'the account was linked')
  return person
}
async function identityOf(world: World, person: SignedIn, provider: string): Promise<string> {
  const { body } = await world.send(get('/user', { token: person.accessToken }))
  const identities = body.identities as { provider: string; identity_id: string }[]
  return identities.find((identity) => identity.provider === provider)?.identity_id ?? ''
}
const unlinkPath = async (world: World, person: SignedIn, provider: string) =>
  `/user/identities/${await identityOf(world, person, provider)}`

export const identities: Family = {
  name: 'identities',
  cases: [
    refused('link: no bearer', get('/user/identities/authorize?provider=google'), 401, 'no_authorization', {
      settings: linking,
    }),
    aCase({
      name: 'link: linking off',
      settings: withGoogle,
      arrange: (world) => world.createSignedInUser(),
      request: ({ accessToken: token }) =>
        get(`/user/identities/authorize?provider=google&${pkce}`, { token }),
      expect: { status: 404, code: 'manual_linking_disabled' },
      bothShapes: true,
    }),
    aCase({
      name: 'link: the provider’s URL instead of a redirect',
      settings: linking,
      arrange: (world) => world.createSignedInUser(),
      request: ({ accessToken: token }) =>
        get(`/user/identities/authorize?provider=google&skip_http_redirect=true&${pkce}`, { token }),
      expect: { status: 200, body: { url: /^https:\/\/google\.provider\.test\/authorize\?/ } },
    }),
    aCase({
      name: 'link: an account that is linked to someone else',
      settings: linking,
      async arrange(world) {
        const email = world.newEmail()
        await linkedUser(world, email)
        return { email, other: await world.createSignedInUser() }
      },
      request: ({ email, other }, world) => comeBack(world, claimsFor(email), '', other.accessToken),
      expect: { status: 302 },
      after(answer) {
        check(
          redirectTarget(answer).searchParams.get('error_code') === 'identity_already_exists',
          'it is refused',
        )
      },
    }),
    refused('unlink: no bearer', del(`/user/identities/${crypto.randomUUID()}`), 401, 'no_authorization', {
      settings: linking,
    }),
    aCase({
      name: 'unlink: linking off',
      settings: withGoogle,
      arrange: (world) => world.createSignedInUser(),
      request: ({ accessToken: token }) => del(`/user/identities/${crypto.randomUUID()}`, { token }),
      expect: { status: 404, code: 'manual_linking_disabled' },
    }),
    aCase({
      name: 'unlink: not a uuid',
      settings: linking,
      arrange: (world) => world.createSignedInUser(),
      request: ({ accessToken: token }) => del('/user/identities/1', { token }),
      expect: { status: 404, code: 'validation_failed' },
    }),
    aCase({
      name: 'unlink: the last one',
      settings: linking,
      arrange: (world) => world.createSignedInUser(),
      request: async (person, world) =>
        del(await unlinkPath(world, person, 'email'), { token: person.accessToken }),
      expect: { status: 422, code: 'single_identity_not_deletable' },
      bothShapes: true,
    }),
    aCase({
      name: 'unlink: another user’s',
      settings: linking,
      arrange: async (world) => ({ mine: await linkedUser(world), theirs: await linkedUser(world) }),
      request: async ({ mine, theirs }, world) =>
        del(await unlinkPath(world, theirs, 'google'), { token: mine.accessToken }),
      expect: { status: 422, code: 'identity_not_found' },
    }),
    aCase({
      name: 'unlink: the remaining address is someone else’s',
      settings: linking,
      async arrange(world) {
        const { email } = await world.createUser()
        return linkedUser(world, email)
      },
      request: async (person, world) =>
        del(await unlinkPath(world, person, 'email'), { token: person.accessToken }),
      expect: { status: 422, code: 'email_conflict_identity_not_deletable' },
    }),
    aCase({
      name: 'unlink: the address goes with its identity when the number remains',
      settings: linking,
      async arrange(world) {
        const phone = world.newPhone()
        const person = await world.createSignedInUser()
        const token = await world.adminToken()
        await world.send(put(`/admin/users/${person.id}`, { phone, phone_confirm: true }, { token }))
        return person
      },
      request: async (person, world) =>
        del(await unlinkPath(world, person, 'email'), { token: person.accessToken }),
      expect: { status: 200, body: noFields },
      async after(_answer, { accessToken: token }, world) {
        const { body } = await world.send(get('/user', { token }))
        check(body.email === '' && body.email_confirmed_at === undefined, 'the account has no address')
      },
    }),
    aCase({
      name: 'unlink: one of two',
      settings: linking,
      arrange: (world) => linkedUser(world),
      request: async (person, world) =>
        del(await unlinkPath(world, person, 'google'), { token: person.accessToken }),
      expect: { status: 200, body: noFields },
      async after(_answer, person, world) {
        await expectAudit(world, person.id, ['identity_linked', 'identity_unlinked'])
      },
    }),
  ],
}
