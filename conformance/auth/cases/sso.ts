import { makeSamlKey, samlKey } from '#server/auth/saml/saml-key.ts'
import { type Call, get, post } from '../call.ts'
import { aCase, type Family, refused } from '../case.ts'
import { aText } from '../match.ts'
import { siteUrl, type World } from '../world.ts'
import { limitsWith } from './setup/rate-limits.ts'

/** /sso, and answers without the identity provider's signature (docs/contracts/auth.md 3.1). */

const on = { saml: samlKey(makeSamlKey()) }
const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
const unknown = crypto.randomUUID()
const form = (fields: Record<string, string>): Call =>
  post('/sso/saml/acs', new URLSearchParams(fields).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

interface Begun {
  relayState: string
}
async function begin(world: World): Promise<Begun> {
  const providerId = await world.ssoProvider()
  const { body } = await world.send(post('/sso', { provider_id: providerId, skip_http_redirect: true }))
  return { relayState: new URL(body.url).searchParams.get('RelayState') ?? '' }
}
const backTo = (code: string) => ({
  status: 303,
  headers: { location: new RegExp(`^${siteUrl}/\\?error=invalid_request&error_code=${code}&`) },
})

export const sso: Family = {
  name: 'sso',
  cases: [
    refused('/sso is off', post('/sso', { domain: 'clinic.example' }), 404, 'saml_provider_disabled', {
      message: 'SAML 2.0 is disabled',
      bothShapes: true,
    }),
    refused('/sso is off, whatever the body', post('/sso', {}), 404, 'saml_provider_disabled'),
    refused('/sso/saml/metadata is off', get('/sso/saml/metadata'), 404, 'saml_provider_disabled'),
    aCase({
      name: '/sso/saml/acs is off',
      request: form({ RelayState: unknown, SAMLResponse: 'x' }),
      expect: backTo('saml_provider_disabled'),
    }),
    aCase({
      name: '/settings says that single sign-on is on',
      settings: on,
      request: get('/settings'),
      expect: { status: 200, body: { saml_enabled: true } },
    }),
    refused(
      '/sso with provider and domain',
      post('/sso', { provider_id: unknown, domain: 'x.test' }),
      400,
      'validation_failed',
      {
        settings: on,
        bothShapes: true,
      },
    ),
    refused('/sso with neither', post('/sso', {}), 400, 'validation_failed', { settings: on }),
    refused('/sso with a provider that is no UUID', post('/sso', { provider_id: 'x' }), 400, 'bad_json', {
      settings: on,
    }),
    refused(
      '/sso with half of a PKCE pair',
      post('/sso', { domain: 'x.test', code_challenge: pkce.code_challenge }),
      400,
      'validation_failed',
      {
        settings: on,
      },
    ),
    refused(
      '/sso with a malformed challenge',
      post('/sso', { domain: 'x.test', ...pkce, code_challenge: 'x' }),
      400,
      'validation_failed',
      {
        settings: on,
      },
    ),
    refused(
      '/sso with an unknown provider',
      post('/sso', { provider_id: unknown, ...pkce }),
      404,
      'sso_provider_not_found',
      {
        settings: on,
        bothShapes: true,
      },
    ),
    refused(
      '/sso with an unknown domain',
      post('/sso', { domain: 'nobody.test', ...pkce }),
      404,
      'sso_provider_not_found',
      {
        settings: on,
      },
    ),
    refused('/sso needs a JSON body', post('/sso', '{'), 400, 'bad_json', { settings: on }),
    refused(
      '/sso without PKCE where it is required (docs/contracts/auth.md D17)',
      post('/sso', { domain: 'x.test' }),
      400,
      'validation_failed',
      {
        settings: { ...on, implicitGrant: false },
      },
    ),
    aCase({
      name: '/sso with a disabled provider',
      settings: on,
      arrange: (world) => world.ssoProvider({ isDisabled: true }),
      request: (providerId) => post('/sso', { provider_id: providerId, ...pkce }),
      expect: { status: 404, code: 'sso_provider_disabled' },
    }),
    aCase({
      name: '/sso answers with the URL',
      settings: on,
      arrange: (world) => world.ssoProvider(),
      request: (providerId) => post('/sso', { provider_id: providerId, skip_http_redirect: true, ...pkce }),
      expect: { status: 200, body: { url: /^https:\/\/idp\.test\/sso\?.*SAMLRequest=.*RelayState=/ } },
    }),
    aCase({
      name: '/sso redirects',
      settings: on,
      arrange: (world) => world.ssoProvider(),
      request: (providerId) => post('/sso', { provider_id: providerId }),
      expect: { status: 303, headers: { location: /^https:\/\/idp\.test\/sso\?/ } },
    }),
    aCase({
      name: '/sso by domain',
      settings: on,
      arrange: async (world) => {
        const domain = `${crypto.randomUUID()}.test`
        await world.ssoProvider({ domain })
        return domain
      },
      request: (domain) => post('/sso', { domain: domain.toUpperCase(), skip_http_redirect: true }),
      expect: { status: 200, body: { url: aText } },
    }),
    aCase({
      name: '/sso is limited by network address',
      settings: { ...on, rateLimits: limitsWith('sso', { burst: 1, perSeconds: 3600 }) },
      arrange: (world) => world.send(post('/sso', {}, { address: '203.0.113.61' })),
      request: post('/sso', {}, { address: '203.0.113.61' }),
      expect: { status: 429, code: 'over_request_rate_limit' },
    }),
    aCase({
      name: 'an answer without relay state',
      settings: on,
      request: form({ SAMLResponse: 'x' }),
      expect: backTo('saml_relay_state_not_found'),
    }),
    aCase({
      name: 'an answer with an unknown relay state',
      settings: on,
      request: form({ RelayState: unknown, SAMLResponse: 'x' }),
      expect: backTo('saml_relay_state_not_found'),
    }),
    aCase<Begun>({
      name: 'an answer that is no SAML',
      settings: on,
      arrange: begin,
      request: ({ relayState }) => form({ RelayState: relayState, SAMLResponse: 'x' }),
      expect: backTo('validation_failed'),
    }),
    aCase<Begun>({
      name: 'an answer after two minutes',
      settings: on,
      arrange: async (world) => {
        const begun = await begin(world)
        world.advanceSeconds(120)
        return begun
      },
      request: ({ relayState }) => form({ RelayState: relayState, SAMLResponse: 'x' }),
      expect: backTo('saml_relay_state_expired'),
    }),
    aCase<Begun>({
      name: 'an answer sent twice',
      settings: on,
      arrange: async (world) => {
        const begun = await begin(world)
        await world.send(form({ RelayState: begun.relayState, SAMLResponse: 'x' }))
        return begun
      },
      request: ({ relayState }) => form({ RelayState: relayState, SAMLResponse: 'x' }),
      expect: backTo('saml_relay_state_not_found'),
    }),
  ],
}
