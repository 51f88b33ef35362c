import { describe, expect, it } from 'vitest'
import { aClinic } from '#testing/sign-in/people.ts'
import { aSsoProvider, beginSso, postResponse } from '#testing/sign-in/saml.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import { aStaffMember, expectRefused, setUpSamlSignIn } from '#testing/sign-in/saml-sign-in.ts'

const saml = setUpSamlSignIn()
const { test } = saml

describe('the person', () => {
  it.each([
    [
      'the SAML subject identifier',
      { attributes: { 'urn:oasis:names:tc:SAML:attribute:subject-id': 'sub-1', email: 'sid@clinic.test' } },
      'sub-1',
    ],
    [
      'NameID of unspecified format',
      {
        nameId: 'name-7',
        nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
        attributes: { email: 'nid@clinic.test' },
      },
      'name-7',
    ],
  ])('%s', async (_, wish, subject) => {
    const { body } = await saml.signIn(wish as never)
    expect(body.user.identities[0].id).toBe(subject)
  })

  it.each([
    ['mail', { mail: 'one@clinic.test' }],
    ['the LDAP name', { 'urn:oid:0.9.2342.19200300.100.1.3': 'two@clinic.test' }],
    [
      'the name of Entra',
      { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'three@clinic.test' },
    ],
    ['capital letters', { email: 'Four@Clinic.TEST' }],
  ])('gets their address from %s', async (_, attributes) => {
    const { body } = await saml.signIn({ ...aStaffMember(), attributes: attributes as never })
    expect(body.user.email).toBe(Object.values(attributes)[0]?.toLowerCase())
  })

  it('gets their address from NameID where that is an address', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    const { body } = await saml.signIn({ nameId: 'five@clinic.test', nameIdFormat })
    expect(body.user.email).toBe('five@clinic.test')
  })

  it('gets their address from the attribute that the clinic configured, and from no other', async () => {
    const own = openTestIdp('mapped')
    const mapped = await aSsoProvider(test, saml.clinic, own, { emailAttribute: 'workMail' })
    const { request } = await beginSso(test, mapped)
    const attributes = { email: 'private@clinic.test', workMail: 'work@clinic.test' }
    const { location } = await postResponse(
      test,
      request,
      own.response(test, request, { ...aStaffMember(), attributes }),
    )
    expect(location.searchParams.get('code')).toBeTruthy()
    const rows = await test.db.asOwner(`select 1 from auth.users where email = 'work@clinic.test' and is_sso`)
    expect(rows).toHaveLength(1)
    const without = await beginSso(test, mapped)
    const xml = own.response(test, without.request, {
      ...aStaffMember(),
      attributes: { email: 'a@clinic.test' },
    })
    await expectRefused(postResponse(test, without.request, xml), 'saml_assertion_no_email')
  })

  it('gets their name, for the clinic’s list', async () => {
    const attributes = { email: 'named@clinic.test', givenName: 'Rosa', sn: 'Lind' }
    const { body } = await saml.signIn({ ...aStaffMember(), attributes })
    expect(body.user.user_metadata.full_name).toBe('Rosa Lind')
  })

  it.each([
    ['no subject', { nameId: null }],
    ['a transient NameID', { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  ])('refuses %s', async (_, wish) => {
    await expectRefused(saml.comeBack({ ...aStaffMember(), ...wish }), 'saml_assertion_no_user_id')
  })

  it.each([
    ['no address', {}],
    ['a malformed address', { email: 'rosa' }],
  ])('refuses %s', async (_, attributes) => {
    await expectRefused(
      saml.comeBack({ ...aStaffMember(), attributes: attributes as never }),
      'saml_assertion_no_email',
    )
  })

  it.each([
    ['has not proven', `proven_at = null`],
    ['has lost', `proven_at = null, lost_at = now()`],
  ])('refuses an address at a domain that the clinic %s, also of a person it knows', async (_, change) => {
    const own = openTestIdp('unproven')
    const domain = `${crypto.randomUUID()}.test`
    const provider = await aSsoProvider(test, await aClinic(test.db), own, { domains: [domain] })
    const wish = { nameId: 'rosa', attributes: { email: `rosa@${domain}` } }
    await saml.signIn(wish, provider, own)
    await test.db.asOwner(`update app.sso_domains set ${change} where domain = $1`, [domain])
    const refused = saml.comeBack(wish, provider, test, own)
    await expectRefused(refused, 'email_address_not_authorized', 'access_denied')
  })

  it.each(['rosa@elsewhere.test', 'rosa@sub.clinic.test', 'rosa@clinic.test.evil.test'])(
    'refuses %s, which is not in the provider’s domains',
    async (email) => {
      await expectRefused(
        saml.comeBack({ ...aStaffMember(), attributes: { email } }),
        'email_address_not_authorized',
        'access_denied',
      )
    },
  )
})
