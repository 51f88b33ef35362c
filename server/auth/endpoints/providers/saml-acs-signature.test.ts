import { describe, expect, it } from 'vitest'
import { beginSso, postResponse } from '#testing/sign-in/saml.ts'
import type { ResponseWish } from '#testing/sign-in/saml-idp.ts'
import { aStaffMember, expectRefused, setUpSamlSignIn } from '#testing/sign-in/saml-sign-in.ts'

const saml = setUpSamlSignIn()
const { test, idp } = saml

describe('what must be signed', () => {
  it.each<[string, ResponseWish]>([
    ['nothing', { sign: 'nothing' }],
    ['only the response', { sign: 'response' }],
    ['SHA-1', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['a SHA-1 digest', { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
    [
      'a canonicalization with comments',
      { canonicalForm: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' },
    ],
  ])('refuses %s', async (_, wish) => {
    await expectRefused(saml.comeBack({ ...aStaffMember(), ...wish }), 'validation_failed')
  })

  const forged = (xml: string) => xml.replaceAll(/staff-\d+@clinic\.test/g, 'owner@clinic.test')
  const assertionOf = (xml: string) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
  const unsigned = (xml: string) => xml.replace(/<Signature.*<\/Signature>/s, '')
  const evil = (xml: string, id = '_evil') =>
    unsigned(forged(assertionOf(xml))).replace(/ID="[^"]+"/, `ID="${id}"`)

  it.each<[string, (xml: string) => string]>([
    ['a changed address', forged],
    ['a changed signature', (xml) => xml.replace(/<SignatureValue>..../, '<SignatureValue>AAAA')],
    ['a removed signature', unsigned],
    ['a second assertion before it', (xml) => xml.replace('<saml:Assertion', `${evil(xml)}<saml:Assertion`)],
    [
      'a second assertion after it',
      (xml) => xml.replace('</samlp:Response>', `${evil(xml)}</samlp:Response>`),
    ],
    [
      'a second assertion with the same ID',
      (xml) => {
        const id = /<saml:Assertion[^>]* ID="([^"]+)"/.exec(xml)?.[1]
        return xml.replace('<saml:Assertion', `${evil(xml, id)}<saml:Assertion`)
      },
    ],
    [
      'the signed one wrapped in the forged one',
      (xml) =>
        xml.replace(
          assertionOf(xml),
          evil(xml).replace('</saml:Assertion>', `${assertionOf(xml)}</saml:Assertion>`),
        ),
    ],
    [
      'the signed one moved into the signature’s Object',
      (xml) => {
        const signature = /<Signature.*<\/Signature>/s.exec(xml)?.[0] ?? ''
        const moved = signature.replace(
          '</Signature>',
          `<Object>${unsigned(assertionOf(xml))}</Object></Signature>`,
        )
        return xml.replace(assertionOf(xml), evil(xml).replace('</saml:Issuer>', `</saml:Issuer>${moved}`))
      },
    ],
    [
      'the signed one moved into Extensions',
      (xml) =>
        xml
          .replace(assertionOf(xml), evil(xml))
          .replace(
            '<samlp:Status>',
            `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions><samlp:Status>`,
          ),
    ],
    [
      'the signed response inside a forged response',
      (xml) =>
        xml.replace(assertionOf(xml), evil(xml)).replace('</samlp:Response>', `${xml}</samlp:Response>`),
    ],
    ['a comment in the address', (xml) => xml.replace('@clinic.test', '@clinic.test<!-- -->.evil.test')],
    ['a comment that the signature does not see', (xml) => xml.replace('@clinic', '<!-- x -->@clinic')],
    ['a CDATA section', (xml) => xml.replace(/(staff-\d+)</, '<![CDATA[$1]]><')],
    ['a processing instruction', (xml) => xml.replace('<saml:NameID', '<?php x ?><saml:NameID')],
    [
      'a document type with entities',
      (xml) => `<!DOCTYPE r [<!ENTITY e "owner">]>${xml.replace(/staff-\d+@/, '&e;@')}`,
    ],
    ['an external entity', (xml) => `<!DOCTYPE r SYSTEM "file:///etc/passwd">${xml}`],
    [
      'an additional encrypted assertion',
      (xml) =>
        xml.replace(
          '</samlp:Response>',
          '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/></samlp:Response>',
        ),
    ],
    ['a truncated response', (xml) => xml.slice(0, xml.length / 2)],
    ['no XML', () => 'SAML'],
    [
      'deep nesting',
      (xml) => xml.replace('<samlp:Status>', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}<samlp:Status>`),
    ],
    [
      'excessive length',
      (xml) => xml.replace('<samlp:Status>', `<a>${'x'.repeat(300_000)}</a><samlp:Status>`),
    ],
  ])('refuses %s, and makes no user', async (_, attack) => {
    const { request } = await beginSso(test, saml.providerId)
    const xml = attack(idp.response(test, request, aStaffMember()))
    const before = await test.db.asOwner('select id from auth.users')
    await expectRefused(postResponse(test, request, xml), 'validation_failed')
    expect(await test.db.asOwner('select id from auth.users')).toHaveLength(before.length)
  })
})
