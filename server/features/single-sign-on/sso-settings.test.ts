import { afterAll, beforeEach, expect, it } from 'vitest'
import type { TestClinic } from '#testing/sign-in/people.ts'
import { aSsoProvider } from '#testing/sign-in/saml.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import { aSecuredClinic, openSsoServices, withoutSso } from '#testing/sign-in/single-sign-on.ts'
import { ssoSettings } from './sso-settings.ts'

let clinic: TestClinic
let other: TestClinic
const test = await openSsoServices()
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aSecuredClinic(test.db)
  other = await aSecuredClinic(test.db)
  await aSsoProvider(test, clinic, openTestIdp('northwind'))
})

const read = (caller = clinic.admin.caller()) => ssoSettings.call(test.services, caller, {})

it('shows the clinic’s providers with their domains, and the addresses that they need', async () => {
  expect(await read()).toEqual({
    isAvailable: true,
    serviceProvider: {
      entityId: 'http://carefold.localhost:3000/auth/v1/sso/saml/metadata',
      acsUrl: 'http://carefold.localhost:3000/auth/v1/sso/saml/acs',
    },
    providers: [expect.objectContaining({ name: 'Clinic login', isEnabled: true })],
    domains: [expect.objectContaining({ domain: 'clinic.test', state: 'proven' })],
  })
  expect(await read(other.admin.caller())).toMatchObject({ providers: [], domains: [] })
})

it('reports that the installation has no single sign-on', async () => {
  expect(await ssoSettings.call(withoutSso(test), clinic.admin.caller(), {})).toMatchObject({
    isAvailable: false,
  })
})
