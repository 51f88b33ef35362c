import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AddSsoProviderInput } from '#domain/single-sign-on/providers.ts'
import { makeSamlKey } from '#server/auth/saml/saml-key.ts'
import { selfSignedCertificate } from '#server/auth/saml/self-signed-certificate.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aClinic, aPatient, aStaffMember, aVisitor, type Member, type TestClinic } from '#testing/people.ts'
import { openTestIdp } from '#testing/saml-idp.ts'
import { aSecondStep } from '#testing/second-step.ts'
import { accountsOf, openTestServices, type TestServices } from '#testing/services.ts'
import { createClinicWithAdmin } from '../clinics/create-clinic-with-admin.ts'
import { joinClinic } from '../memberships/join-clinic.ts'
import { addSsoProvider } from './add-sso-provider.ts'
import { removeSsoProvider } from './remove-sso-provider.ts'
import { signInOrganizations } from './sign-in-organizations.ts'
import { ssoSettings } from './sso-settings.ts'
import { switchSsoProvider } from './switch-sso-provider.ts'

let test: TestServices
let clinic: TestClinic
let other: TestClinic
const idp = openTestIdp('northwind')
beforeAll(async () => {
  test = await openTestServices({ env: { SAML_PRIVATE_KEY: makeSamlKey() } })
})
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aClinic(test.db)
  other = await aClinic(test.db)
  await aSecondStep(test.db, clinic.admin)
  await aSecondStep(test.db, other.admin)
})

const byMetadata: AddSsoProviderInput = {
  name: 'Northwind Health',
  domains: 'Northwind.test, nw.test',
  way: 'metadata',
  metadata: idp.metadata,
  entityId: '',
  ssoUrl: '',
  certificate: '',
  emailAttribute: '',
  joinsAnyone: true,
}
const byFields: AddSsoProviderInput = {
  ...byMetadata,
  way: 'fields',
  metadata: '',
  entityId: idp.entityId,
  ssoUrl: idp.ssoUrl,
  certificate: idp.certificate,
}
const add = (changes: Partial<AddSsoProviderInput> = {}, caller: Caller = clinic.admin.caller()) =>
  addSsoProvider.call(test.services, caller, { ...byMetadata, ...changes }) as Promise<{ id: string }>
const read = (caller = clinic.admin.caller()) => ssoSettings.call(test.services, caller, {})
const offered = (caller: Caller = aVisitor(clinic)) => signInOrganizations.call(test.services, caller, {})
const flip = (providerId: string, isEnabled: boolean, caller = clinic.admin.caller()) =>
  switchSsoProvider.call(test.services, caller, { providerId, isEnabled })
const remove = (providerId: string, caller = clinic.admin.caller()) =>
  removeSsoProvider.call(test.services, caller, { providerId })
const stored = (id: string) =>
  test.db.asOwner<Record<string, unknown>>('select * from public.sso_providers where id = $1', [id])

/** Makes somebody a single sign-on account of a provider. */
async function comesFrom(providerId: string, person: Member): Promise<void> {
  await test.db.asOwner('update auth.users set is_sso = true, sso_provider_id = $2 where id = $1', [
    person.userId,
    providerId,
  ])
}

describe('add-sso-provider', () => {
  it.each([
    ['metadata', byMetadata],
    ['its three values', byFields],
  ])('takes a provider by %s', async (_, input) => {
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

  it('takes a certificate without its BEGIN and END lines, and two of them', async () => {
    const bare = idp.certificate.replace(/-----[^-]+-----|\s/g, '')
    expect((await stored((await add({ ...byFields, certificate: bare })).id))[0]?.certificates).toEqual([
      idp.certificate,
    ])
    const next = openTestIdp().certificate
    const both = await add({ ...byFields, entityId: 'urn:two', certificate: `${idp.certificate}\n${next}` })
    expect((await stored(both.id))[0]?.certificates).toEqual([idp.certificate, next])
  })

  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  it.each<[string, keyof AddSsoProviderInput, Partial<AddSsoProviderInput>]>([
    ['no name', 'name', { name: ' ' }],
    ['no domain', 'domains', { domains: '' }],
    ['a domain that is none', 'domains', { domains: 'northwind.test, @northwind' }],
    ['an address as a domain', 'domains', { domains: '10.0.0.1' }],
    ['21 domains', 'domains', { domains: Array.from({ length: 21 }, (_, n) => `d${n}.test`).join(' ') }],
    ['no metadata', 'metadata', { metadata: '' }],
    ['metadata that are none', 'metadata', { metadata: '<html></html>' }],
    ['metadata that are no XML', 'metadata', { metadata: 'northwind' }],
    ['metadata with a document type', 'metadata', { metadata: `<!DOCTYPE x>${idp.metadata}` }],
    ['metadata of a service', 'metadata', { metadata: idp.metadata.replaceAll('IDPSSO', 'SPSSO') }],
    ['metadata without a redirect', 'metadata', { metadata: idp.metadata.replace('HTTP-Redirect', 'SOAP') }],
    [
      'metadata that lead elsewhere',
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
    ['no certificate', 'certificate', { ...byFields, certificate: '' }],
    ['a certificate that is none', 'certificate', { ...byFields, certificate: 'bm9uZQ==' }],
    [
      'a certificate of a short key',
      'certificate',
      { ...byFields, certificate: selfSignedCertificate(weak, 'weak') },
    ],
  ])('refuses %s at its field', async (_, path, changes) => {
    await expect(add(changes)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path, message: expect.stringMatching(/[.]$|https/) }],
    })
  })

  it('refuses the same provider twice in a clinic, and takes it in another', async () => {
    await add()
    await expect(add()).rejects.toMatchObject({ fields: [{ path: 'metadata' }] })
    await expect(add(byFields)).rejects.toMatchObject({ fields: [{ path: 'entityId' }] })
    await expect(add({}, other.admin.caller())).resolves.toMatchObject({ entityId: idp.entityId })
  })

  it('brings a removed one back with its people', async () => {
    const { id } = await add()
    await flip(id, false)
    await remove(id)
    expect(await add({ name: 'Again' })).toMatchObject({ id, name: 'Again', isEnabled: true })
  })

  it('writes down who added it, without addresses', async () => {
    const { id } = await add()
    const trail = await test.db.asOwner(
      `select actor_id, details from app.audit_log where action = 'sso_provider.added' and subject_id = $1`,
      [id],
    )
    expect(trail).toEqual([{ actor_id: clinic.admin.userId, details: {} }])
  })
})

describe('who may', () => {
  it('refuses an admin with one step', async () => {
    const admin = await aStaffMember(test.db, clinic, { role: 'admin' })
    const { id } = await add()
    for (const attempt of [
      () => add(byFields, admin.caller()),
      () => flip(id, false, admin.caller()),
      () => remove(id, admin.caller()),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'second_step_required' })
    }
  })

  it('refuses staff, patients, visitors and the admin of another clinic', async () => {
    const { id } = await add()
    const staff = await aStaffMember(test.db, clinic)
    const patient = await aPatient(test.db, clinic)
    for (const caller of [staff.caller(), patient.caller(), other.admin.caller(clinic)]) {
      for (const attempt of [
        () => add(byFields, caller),
        () => read(caller),
        () => flip(id, false, caller),
        () => remove(id, caller),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ code: 'not_allowed' })
      }
    }
    await expect(read(aVisitor(clinic))).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  it('does not find another clinic’s provider', async () => {
    const { id } = await add()
    await expect(flip(id, false, other.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
    await expect(remove(id, other.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
    expect(await read(other.admin.caller())).toMatchObject({ providers: [] })
  })
})

describe('sso-settings', () => {
  it('shows the providers, and what to give to them', async () => {
    await add()
    expect(await read()).toEqual({
      isAvailable: true,
      serviceProvider: {
        entityId: 'http://carefold.localhost:3000/auth/v1/sso/saml/metadata',
        acsUrl: 'http://carefold.localhost:3000/auth/v1/sso/saml/acs',
      },
      providers: [expect.objectContaining({ name: 'Northwind Health', isEnabled: true })],
    })
  })

  it('says where there is none, and nothing can be added or offered there', async () => {
    await add()
    const config = { ...test.services.config, samlPrivateKey: null }
    const without = { ...test.services, accounts: accountsOf({ ...test.services, config }) }
    expect(await ssoSettings.call(without, clinic.admin.caller(), {})).toMatchObject({ isAvailable: false })
    expect(await signInOrganizations.call(without, aVisitor(clinic), {})).toEqual({ organizations: [] })
    await expect(addSsoProvider.call(without, clinic.admin.caller(), byFields)).rejects.toMatchObject({
      code: 'single_sign_on_off',
    })
  })
})

describe('sign-in-organizations', () => {
  it('is what a visitor of the clinic’s login page may know', async () => {
    const { id } = await add()
    expect(await offered()).toEqual({ organizations: [{ id, name: 'Northwind Health' }] })
    expect(await offered(aVisitor(other))).toEqual({ organizations: [] })
    expect(await offered(aVisitor())).toEqual({ organizations: [] })
  })
})

describe.each([
  ['switch-sso-provider', (id: string) => flip(id, false)],
  ['remove-sso-provider', (id: string) => remove(id)],
])('%s', (_, stop) => {
  it('takes it from the login page and signs its people out, and nobody else', async () => {
    const { id } = await add()
    const staff = await aStaffMember(test.db, clinic)
    await comesFrom(id, staff)
    await stop(id)
    expect(await offered()).toEqual({ organizations: [] })
    const sessions = await test.db.asOwner<{ user_id: string }>(
      'select user_id from auth.sessions where user_id = any ($1)',
      [[staff.userId, clinic.admin.userId]],
    )
    expect(sessions).toEqual([{ user_id: clinic.admin.userId }])
  })
})

it('its people can neither join another clinic nor open one, and are told why', async () => {
  const staff = await aStaffMember(test.db, clinic)
  const { id } = await add()
  await comesFrom(id, staff)
  const elsewhere = { code: 'single_sign_on_elsewhere', status: 403 }
  const join = joinClinic.call(test.services, staff.caller(other), { clinicId: other.id })
  await expect(join).rejects.toMatchObject(elsewhere)
  const wish = { name: 'Clinic of my own', subdomain: 'clinic-of-my-own' }
  const open = createClinicWithAdmin.call(test.services, staff.caller(null), wish)
  await expect(open).rejects.toMatchObject(elsewhere)
  await expect(
    joinClinic.call(test.services, staff.caller(), { clinicId: clinic.id }),
  ).resolves.toMatchObject({
    membership: { clinic_id: clinic.id, role: 'staff' },
  })
})

it('a paused provider can be switched on again, a removed one cannot', async () => {
  const { id } = await add()
  await flip(id, false)
  expect(await flip(id, true)).toMatchObject({ isEnabled: true })
  expect(await offered()).toMatchObject({ organizations: [{ id }] })
  await remove(id)
  await expect(flip(id, true)).rejects.toMatchObject({ code: 'not_found' })
  await expect(remove(id)).rejects.toMatchObject({ code: 'not_found' })
})
