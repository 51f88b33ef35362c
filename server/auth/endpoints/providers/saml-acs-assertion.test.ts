import { describe, expect, it } from 'vitest'
import { beginSso, postResponse } from '#testing/sign-in/saml.ts'
import type { ResponseWish } from '#testing/sign-in/saml-idp.ts'
import { aStaffMember, expectRefused, setUpSamlSignIn } from '#testing/sign-in/saml-sign-in.ts'

const saml = setUpSamlSignIn()
const { test, idp } = saml

describe('the content of an assertion', () => {
  it.each<[string, ResponseWish]>([
    ['another audience', { audience: 'https://other.example/metadata' }],
    ['no audience', { audience: null }],
    ['no conditions', { conditions: false }],
    ['another destination', { destination: 'https://other.example/acs' }],
    ['another recipient', { recipient: 'https://other.example/acs' }],
    ['an answer to another request', { inResponseTo: '_somebody-elses' }],
    ['an answer to no request', { inResponseTo: null }],
    ['a subject for another request', { subjectInResponseTo: '_somebody-elses' }],
    ['a holder-of-key confirmation', { confirmation: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }],
    ['a confirmation without an end', { subjectNotOnOrAfter: null }],
    ['no authentication statement', { authnStatement: false }],
    ['a failed status', { status: 'Responder' }],
    ['a malformed instant', { notOnOrAfter: 'tomorrow' }],
    ['a session that has ended', { sessionNotOnOrAfter: '2020-01-01T00:00:00Z' }],
  ])('refuses %s', async (_, wish) => {
    await expectRefused(saml.comeBack({ ...aStaffMember(), ...wish }), 'validation_failed')
  })

  it.each<[string, ResponseWish, boolean]>([
    ['valid from in 59 seconds', { notBefore: '2026-03-10T15:00:59Z' }, true],
    ['valid from in two minutes', { notBefore: '2m' }, false],
    ['expired 59 seconds ago', { notOnOrAfter: '2026-03-10T14:59:01Z' }, true],
    ['expired two minutes ago', { notOnOrAfter: '-2m' }, false],
    ['confirmed until two minutes ago', { subjectNotOnOrAfter: '-2m' }, false],
  ])('is checked by the product’s clock: %s', async (_, wish, isTaken) => {
    const frozen = test.clock.now()
    const shifted = Object.fromEntries(
      Object.entries(wish).map(([name, text]) => {
        const offset = Date.parse(String(text)) - Date.parse('2026-03-10T15:00:00Z')
        return [name, Number.isNaN(offset) ? text : new Date(frozen.getTime() + offset).toISOString()]
      }),
    )
    const outcome = saml.comeBack({ ...aStaffMember(), ...shifted })
    if (isTaken) expect((await outcome).location.searchParams.get('code')).toBeTruthy()
    else await expectRefused(outcome, 'validation_failed')
  })

  it('refuses an assertion that was used before, even in another process', async () => {
    const { request } = await beginSso(test, saml.providerId)
    const xml = idp.response(test, request, aStaffMember())
    expect((await postResponse(test, request, xml)).status).toBe(302)
    // as if the same request were still pending
    const waiting = await beginSso(test, saml.providerId)
    await test.db.asOwner('update auth.saml_relay_states set request_id = $2 where id = $1', [
      waiting.request.relayState,
      request.id,
    ])
    await expectRefused(postResponse(test.with({}), waiting.request, xml), 'validation_failed')
  })
})
