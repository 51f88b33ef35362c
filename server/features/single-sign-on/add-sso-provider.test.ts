import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { AddSsoProviderInput } from '#domain/single-sign-on/providers.ts'
import { selfSignedCertificate } from '#server/auth/saml/self-signed-certificate.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { heardBy } from '#testing/notices.ts'
import { aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import {
  aSecuredClinic,
  openSsoServices,
  ssoProviderInputs,
  withoutSso,
} from '#testing/sign-in/single-sign-on.ts'
import { addSsoProvider } from './add-sso-provider.ts'
import { removeSsoProvider } from './remove-sso-provider.ts'
import { switchSsoProvider } from './switch-sso-provider.ts'

let clinic: TestClinic
let other: TestClinic
const idp = openTestIdp('northwind')
const { byMetadata, byFields } = ssoProviderInputs(idp)
const test = await openSsoServices()
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aSecuredClinic(test.db)
  other = await aSecuredClinic(test.db)
})

const add = (changes: Partial<AddSsoProviderInput> = {}, caller: Caller = clinic.admin.caller()) =>
  addSsoProvider.call(test.services, caller, { ...byMetadata, ...changes }) as Promise<{ id: string }>
const stored = (id: string) =>
  test.db.asOwner<Record<string, unknown>>('select * from public.sso_providers where id = $1', [id])

it.each([
  ['metadata', byMetadata],
  ['its three fields', byFields],
])('adds a provider by %s', async (_, input) => {
  const added = await add(input)
  expect(added).toEqual({
    id: expect.any(String),
    name: 'Northwind Health',
    entityId: idp.entityId,
    domains: ['northwind.test', 'nw.test'],
    joinsAnyone: true,
    isEnabled: true,
  })
  const [row] = await stored(added.id)
  expect(row).toMatchObject({ clinic_id: clinic.id, sso_url: idp.ssoUrl, email_attribute: null })
  expect(row?.certificates).toEqual([idp.certificate])
})

it('accepts a certificate without its BEGIN and END lines, and two of them', async () => {
  const bare = idp.certificate.replace(/-----[^-]+-----|\s/g, '')
  expect((await stored((await add({ ...byFields, certificate: bare })).id))[0]?.certificates).toEqual([
    idp.certificate,
  ])
  const next = openTestIdp().certificate
  const both = await add({ ...byFields, entityId: 'urn:two', certificate: `${idp.certificate}\n${next}` })
  expect((await stored(both.id))[0]?.certificates).toEqual([idp.certificate, next])
})

it('stores an address that begins with HTTPS in capitals with a plain scheme', async () => {
  const { id } = await add({ ...byFields, ssoUrl: idp.ssoUrl.replace('https', 'HTTPS') })
  expect(await stored(id)).toMatchObject([{ sso_url: idp.ssoUrl }])
})

const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
it.each<[string, keyof AddSsoProviderInput, Partial<AddSsoProviderInput>]>([
  ['no name', 'name', { name: ' ' }],
  ['no domain', 'domains', { domains: '' }],
  ['an invalid domain', 'domains', { domains: 'northwind.test, @northwind' }],
  ['an address as a domain', 'domains', { domains: '10.0.0.1' }],
  ['21 domains', 'domains', { domains: Array.from({ length: 21 }, (_, n) => `d${n}.test`).join(' ') }],
  ['no metadata', 'metadata', { metadata: '' }],
  ['a web page as metadata', 'metadata', { metadata: '<html></html>' }],
  ['metadata that is not XML', 'metadata', { metadata: 'northwind' }],
  ['metadata with a document type', 'metadata', { metadata: `<!DOCTYPE x>${idp.metadata}` }],
  ['metadata of a service', 'metadata', { metadata: idp.metadata.replaceAll('IDPSSO', 'SPSSO') }],
  ['metadata without a redirect', 'metadata', { metadata: idp.metadata.replace('HTTP-Redirect', 'SOAP') }],
  [
    'metadata with a script as address',
    'metadata',
    {
      metadata: idp.metadata.replace(
        'Location="https://northwind.idp.test/sso',
        'Location="javascript:alert(1)//',
      ),
    },
  ],
  [
    'metadata without a certificate',
    'metadata',
    { metadata: idp.metadata.replace('use="signing"', 'use="encryption"') },
  ],
  ['no entity ID', 'entityId', { ...byFields, entityId: '' }],
  ['an address over plain http', 'ssoUrl', { ...byFields, ssoUrl: 'http://northwind.test/sso' }],
  ['an address without slashes', 'ssoUrl', { ...byFields, ssoUrl: 'https:northwind.test/sso' }],
  ['no certificate', 'certificate', { ...byFields, certificate: '' }],
  ['something else as certificate', 'certificate', { ...byFields, certificate: 'bm9uZQ==' }],
  [
    'a certificate with a short key',
    'certificate',
    { ...byFields, certificate: selfSignedCertificate(weak, 'weak') },
  ],
])('refuses %s, at its field', async (_, path, changes) => {
  await expect(add(changes)).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path, message: expect.stringMatching(/[.]$|https/) }],
  })
})

it('refuses the same provider twice in a clinic, not in another', async () => {
  await add()
  await expect(add()).rejects.toMatchObject({ fields: [{ path: 'metadata' }] })
  await expect(add(byFields)).rejects.toMatchObject({ fields: [{ path: 'entityId' }] })
  await expect(add({}, other.admin.caller())).resolves.toMatchObject({ entityId: idp.entityId })
})

it('restores a removed provider under its id', async () => {
  const { id } = await add()
  const admin = clinic.admin.caller()
  await switchSsoProvider.call(test.services, admin, { providerId: id, isEnabled: false })
  await removeSsoProvider.call(test.services, admin, { providerId: id })
  expect(await add({ name: 'Again' })).toMatchObject({ id, name: 'Again', isEnabled: true })
})

it('is audited, without addresses', async () => {
  const { id } = await add()
  const trail = await test.db.asOwner(
    `select actor_id, details from app.audit_log where action = 'sso_provider.added' and subject_id = $1`,
    [id],
  )
  expect(trail).toEqual([{ actor_id: clinic.admin.userId, details: {} }])
})

it('is refused where the installation has no single sign-on', async () => {
  const adding = addSsoProvider.call(withoutSso(test), clinic.admin.caller(), byFields)
  await expect(adding).rejects.toMatchObject({ code: 'single_sign_on_off' })
})

it('refuses an admin with one step', async () => {
  const admin = await aStaffMember(test.db, clinic, { role: 'admin' })
  await expect(add(byFields, admin.caller())).rejects.toMatchObject({ code: 'second_step_required' })
})

it('alerts the other admins', async () => {
  const admin = await aStaffMember(test.db, clinic, { role: 'admin' })
  await add()
  expect(await heardBy(test.db, admin)).toEqual([{ kind: 'security_changed', patient_id: null }])
  expect(await heardBy(test.db, clinic.admin)).toEqual([])
})
