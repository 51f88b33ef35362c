import { beforeAll, expect } from 'vitest'
import { makeSamlKey } from '#server/auth/saml/saml-key.ts'
import { type Answer, setUpTestAuth, siteUrl, type TestAuth } from './auth.ts'
import { redeem } from './openid.ts'
import { aClinic, type TestClinic } from './people.ts'
import { aSsoProvider, beginSso, postResponse } from './saml.ts'
import { openTestIdp, type ResponseWish, type SamlRequest, type TestIdp } from './saml-idp.ts'

/** A clinic whose staff sign in through an identity provider. */
export interface SamlSignIn {
  test: TestAuth
  idp: TestIdp
  clinic: TestClinic
  providerId: string
  /** A sign-in up to our redirect. @returns the redirect, and the browser's verifier */
  comeBack(wish?: ResponseWish, provider?: string, service?: TestAuth, from?: TestIdp): Promise<SamlRedirect>
  /** Also exchanges the code. @returns the answer of /token */
  signIn(wish?: ResponseWish, provider?: string, from?: TestIdp): Promise<Answer>
}

export interface SamlRedirect {
  request: SamlRequest
  verifier: string
  status: number
  location: URL
}

/** `clinic` and `providerId` are set once the first test runs. */
export function setUpSamlSignIn({ env = {} }: { env?: Record<string, string> } = {}): SamlSignIn {
  const test = setUpTestAuth({}, { env: { SAML_PRIVATE_KEY: makeSamlKey(), ...env } })
  const idp = openTestIdp('northwind')
  const saml = {
    test,
    idp,
    async comeBack(wish = aStaffMember(), provider = saml.providerId, service = test, from = idp) {
      const { request, verifier } = await beginSso(service, provider)
      const { status, location } = await postResponse(service, request, from.response(service, request, wish))
      return { request, verifier, status, location }
    },
    async signIn(wish, provider, from) {
      const { location, verifier } = await saml.comeBack(wish, provider, test, from)
      const refusal = location.searchParams.get('error_code')
      if (refusal) throw new Error(`refused: ${refusal}`)
      return redeem(test, location, verifier)
    },
  } as SamlSignIn
  beforeAll(async () => {
    saml.clinic = await aClinic(test.db)
    saml.providerId = await aSsoProvider(test, saml.clinic, idp)
  })
  return saml
}

let staff = 0

export function aStaffMember(): ResponseWish & { nameId: string; attributes: { email: string } } {
  staff += 1
  return { nameId: `staff-${staff}`, attributes: { email: `staff-${staff}@clinic.test` } }
}

/** Asserts a redirect to the main site with this error. */
export async function expectRefused(
  outcome: Promise<{ status: number; location: URL }>,
  code: string,
  error = 'invalid_request',
): Promise<void> {
  const { status, location } = await outcome
  const { searchParams: query, origin, pathname, hash } = location
  expect({ status, at: `${origin}${pathname}`, hash }).toEqual({ status: 303, at: `${siteUrl}/`, hash: '' })
  expect({ code: query.get('error_code'), error: query.get('error') }).toEqual({ code, error })
  expect(query.get('error_description')).toBeTruthy()
}
