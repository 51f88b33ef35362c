import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { heardBy } from '#testing/notices.ts'
import { aStaffMember, aVisitor, type TestClinic } from '#testing/sign-in/people.ts'
import { aSsoProvider } from '#testing/sign-in/saml.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import { aSecuredClinic, makeSsoAccount, openSsoServices } from '#testing/sign-in/single-sign-on.ts'
import { removeSsoProvider } from './remove-sso-provider.ts'
import { signInOrganizations } from './sign-in-organizations.ts'
import { switchSsoProvider } from './switch-sso-provider.ts'

let clinic: TestClinic
let providerId: string
const idp = openTestIdp('northwind')
const test = await openSsoServices()
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aSecuredClinic(test.db)
  providerId = await aSsoProvider(test, clinic, idp)
})

const remove = (caller: Caller = clinic.admin.caller()) =>
  removeSsoProvider.call(test.services, caller, { providerId })
const offered = () => signInOrganizations.call(test.services, aVisitor(clinic), {})

it('removes the provider from the login page and signs out its users only', async () => {
  const staff = await aStaffMember(test.db, clinic)
  await makeSsoAccount(test.db, providerId, staff)
  await remove()
  expect(await offered()).toEqual({ organizations: [] })
  const sessions = await test.db.asOwner<{ user_id: string }>(
    'select user_id from auth.sessions where user_id = any ($1)',
    [[staff.userId, clinic.admin.userId]],
  )
  expect(sessions).toEqual([{ user_id: clinic.admin.userId }])
})

it('is final: the provider is not found afterwards; audited', async () => {
  await remove()
  const caller = clinic.admin.caller()
  const flipping = switchSsoProvider.call(test.services, caller, { providerId, isEnabled: true })
  await expect(flipping).rejects.toMatchObject({ code: 'not_found' })
  await expect(remove()).rejects.toMatchObject({ code: 'not_found' })
  const audits = await test.db.asOwner('select action, actor_id from app.audit_log where subject_id = $1', [
    providerId,
  ])
  expect(audits).toEqual([{ action: 'sso_provider.removed', actor_id: clinic.admin.userId }])
})

it('refuses an admin with one step', async () => {
  const admin = await aStaffMember(test.db, clinic, { role: 'admin' })
  await expect(remove(admin.caller())).rejects.toMatchObject({ code: 'second_step_required' })
})

it('does not find another clinic’s provider', async () => {
  const other = await aSecuredClinic(test.db)
  await expect(remove(other.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
})

it('alerts the other admins', async () => {
  const admin = await aStaffMember(test.db, clinic, { role: 'admin' })
  await remove()
  expect(await heardBy(test.db, admin)).toEqual([{ kind: 'security_changed', patient_id: null }])
  expect(await heardBy(test.db, clinic.admin)).toEqual([])
})
