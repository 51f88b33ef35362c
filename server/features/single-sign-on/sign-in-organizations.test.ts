import { afterAll, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aClinic, aVisitor } from '#testing/sign-in/people.ts'
import { aSsoProvider } from '#testing/sign-in/saml.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import { openSsoServices, withoutSso } from '#testing/sign-in/single-sign-on.ts'
import { signInOrganizations } from './sign-in-organizations.ts'

const test = await openSsoServices()
afterAll(() => test.close())

const offered = (caller: Caller) => signInOrganizations.call(test.services, caller, {})

it('shows the clinic’s enabled providers to visitors of its login page', async () => {
  const [clinic, other] = [await aClinic(test.db), await aClinic(test.db)]
  const id = await aSsoProvider(test, clinic, openTestIdp('northwind'))
  await aSsoProvider(test, clinic, openTestIdp('paused'), { disabled: true })
  expect(await offered(aVisitor(clinic))).toEqual({ organizations: [{ id, name: 'Clinic login' }] })
  expect(await offered(aVisitor(other))).toEqual({ organizations: [] })
  expect(await offered(aVisitor())).toEqual({ organizations: [] })
})

it('is empty where the installation has no single sign-on', async () => {
  const clinic = await aClinic(test.db)
  await aSsoProvider(test, clinic, openTestIdp('northwind'))
  expect(await signInOrganizations.call(withoutSso(test), aVisitor(clinic), {})).toEqual({
    organizations: [],
  })
})
