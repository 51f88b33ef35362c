import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeSamlKey } from '#server/auth/saml/saml-key.ts'
import { expectRefusal, setUpTestAuth, siteUrl } from '#testing/sign-in/auth.ts'
import { aChallenge } from '#testing/sign-in/openid.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { acsUrl, aSsoProvider, spEntityId } from '#testing/sign-in/saml.ts'
import { openTestIdp, readSamlRequest } from '#testing/sign-in/saml-idp.ts'

const idp = openTestIdp('northwind')
const key = makeSamlKey()
const pkce = aChallenge().query
const test = setUpTestAuth({}, { env: { SAML_PRIVATE_KEY: key } })
let clinic: TestClinic
let providerId: string
beforeAll(async () => {
  clinic = await aClinic(test.db)
  providerId = await aSsoProvider(test, clinic, idp, { domains: ['northwind.test', 'nw.test'] })
})

const ask = (body: object, headers: Record<string, string> = {}) =>
  test.send('POST', '/sso', { body: { ...pkce, skip_http_redirect: true, ...body }, headers })
const metadata = async (service = test, query = '') => {
  const response = await service.auth.fetch(new Request(`${siteUrl}/auth/v1/sso/saml/metadata${query}`), {
    requestId: 'metadata',
    address: null,
  })
  return { response, text: await response.text() }
}

describe('POST /sso', () => {
  it.each([
    ['half of a PKCE pair', { code_challenge: pkce.code_challenge }],
    ['a short challenge', { code_challenge: 'short', code_challenge_method: 's256' }],
    ['the plain method (docs/contracts/auth.md D21)', { ...pkce, code_challenge_method: 'plain' }],
    ['no PKCE pair (docs/contracts/auth.md D17)', {}],
  ])('refuses %s', async (_, challenge) => {
    await expectRefusal(test, ['POST', '/sso', { body: { provider_id: providerId, ...challenge } }], {
      status: 400,
      code: 'validation_failed',
    })
  })

  it.each([
    ['provider', { provider_id: crypto.randomUUID() }],
    ['domain', { domain: 'nobody.test' }],
    ['subdomain of a known domain', { domain: 'evil.northwind.test' }],
  ])('refuses an unknown %s', async (_, body) => {
    await expectRefusal(test, ['POST', '/sso', { body: { ...body, ...pkce } }], {
      status: 404,
      code: 'sso_provider_not_found',
    })
  })

  it('refuses a disabled provider, by id and by domain', async () => {
    const domains = ['asleep.test']
    const disabled = await aSsoProvider(test, clinic, openTestIdp(), { domains, disabled: true })
    for (const body of [{ provider_id: disabled }, { domain: 'asleep.test' }]) {
      await expectRefusal(test, ['POST', '/sso', { body: { ...body, ...pkce } }], {
        status: 404,
        code: 'sso_provider_disabled',
      })
    }
  })

  it('does not find a removed provider', async () => {
    const removed = await aSsoProvider(test, clinic, openTestIdp(), { domains: ['gone.test'] })
    await test.db.asOwner('update public.sso_providers set removed_at = now() where id = $1', [removed])
    for (const body of [{ provider_id: removed }, { domain: 'gone.test' }]) {
      await expectRefusal(test, ['POST', '/sso', { body: { ...body, ...pkce } }], {
        status: 404,
        code: 'sso_provider_not_found',
      })
    }
  })

  it('answers with the provider’s URL, including its query', async () => {
    const { status, body } = await ask({ provider_id: providerId })
    expect(status).toBe(200)
    const url = new URL(body.url)
    expect(`${url.origin}${url.pathname}`).toBe('https://northwind.idp.test/sso')
    expect(url.searchParams.get('tenant')).toBe('7')
    expect(url.searchParams.get('RelayState')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('finds no provider by a domain that its clinic has not proven or has lost', async () => {
    const claiming = await aClinic(test.db)
    await aSsoProvider(test, claiming, openTestIdp(), { domains: ['claimed.test'], proven: false })
    await aSsoProvider(test, claiming, openTestIdp(), { domains: ['lost.test'] })
    await test.db.asOwner(
      `update app.sso_domains set proven_at = null, lost_at = now() where domain = 'lost.test'`,
    )
    for (const domain of ['claimed.test', 'lost.test'])
      expect((await ask({ domain })).body.error_code).toBe('sso_provider_not_found')
  })

  it('leads to the clinic that has proven a domain, whichever clinic named it first, and from that clinic’s pages only', async () => {
    const [squatting, rightful] = [await aClinic(test.db), await aClinic(test.db)]
    const domains = ['group.test']
    await aSsoProvider(test, squatting, openTestIdp('squatting'), { domains, proven: false })
    await aSsoProvider(test, rightful, openTestIdp('rightful'), { domains })
    await aSsoProvider(test, await aClinic(test.db), openTestIdp('third'), { domains, proven: false })
    const at = (subdomain: string) => `http://${subdomain}.carefold.localhost:3000/login`
    for (const from of [{}, { redirect_to: at(rightful.subdomain) }]) {
      const { body } = await ask({ domain: 'group.test', ...from })
      expect(new URL(body.url).hostname).toBe('rightful.idp.test')
    }
    const elsewhere = await ask({ domain: 'group.test', redirect_to: at(squatting.subdomain) })
    expect(elsewhere.body.error_code).toBe('sso_provider_not_found')
  })

  it('sends a request that names us, is signed with our key, and names our address for the answer', async () => {
    const { body } = await ask({ provider_id: providerId })
    const request = readSamlRequest(body.url)
    expect(request.xml).toContain(`>${spEntityId}</saml:Issuer>`)
    expect(request.xml).toContain(`AssertionConsumerServiceURL="${acsUrl}"`)
    expect(request.xml).toContain('Destination="https://northwind.idp.test/sso?tenant=7"')
    const signed = ['SAMLRequest', 'RelayState', 'SigAlg']
      .map((name) => `${name}=${encodeURIComponent(request.url.searchParams.get(name) ?? '')}`)
      .join('&')
    const signature = Buffer.from(request.url.searchParams.get('Signature') ?? '', 'base64')
    expect(verify('sha256', Buffer.from(signed), createPublicKey(key), signature)).toBe(true)
  })

  it('accepts only a page of ours to return to', async () => {
    for (const [asked, kept] of [
      [
        `http://${clinic.subdomain}.carefold.localhost:3000/login`,
        `http://${clinic.subdomain}.carefold.localhost:3000/login`,
      ],
      ['https://evil.test/login', `${siteUrl}/`],
      ['javascript:alert(1)', `${siteUrl}/`],
    ]) {
      const { body } = await ask({ provider_id: providerId, redirect_to: asked })
      const { relayState } = readSamlRequest(body.url)
      const [row] = await test.db.asOwner<{ redirect_to: string }>(
        'select redirect_to from auth.saml_relay_states where id = $1',
        [relayState],
      )
      expect(row?.redirect_to).toBe(kept)
    }
  })

  // spec: A7 Single sign-on works by provider and by domain
  it('works with auth-js, by provider and by domain', async () => {
    const client = test.client({ flowType: 'pkce' })
    for (const way of [{ providerId }, { domain: 'northwind.test' }]) {
      const { data, error } = await client.signInWithSSO(way)
      expect(error).toBeNull()
      expect(new URL(data?.url ?? '').hostname).toBe('northwind.idp.test')
    }
    const { error } = await client.signInWithSSO({ domain: 'nobody.test' })
    expect(error?.code).toBe('sso_provider_not_found')
  })
})

describe('GET /sso/saml/metadata', () => {
  it('names us, our address for answers and the certificate of our key', async () => {
    const { response, text } = await metadata()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(text).toContain(`entityID="${spEntityId}"`)
    expect(text).toContain(`Location="${acsUrl}"`)
    expect(text).toMatch(/WantAssertionsSigned="true"/)
    const base64 = /<ds:X509Certificate>([^<]+)</.exec(text)?.[1]?.replace(/\s/g, '') ?? ''
    const certificate = new X509Certificate(Buffer.from(base64, 'base64'))
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(certificate.publicKey.export({ type: 'spki', format: 'pem' })).toBe(
      createPublicKey(key).export({ type: 'spki', format: 'pem' }),
    )
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(9999)
  })

  it('is the same in every process', async () => {
    expect((await metadata(test.with({}))).text).toBe((await metadata()).text)
  })

  it('can be downloaded', async () => {
    const { response } = await metadata(test, '?download=true')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="metadata.xml"')
  })
})
