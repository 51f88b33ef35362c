import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { heardBy } from '#testing/notices.ts'
import { aStaffMember, aVisitor, type TestClinic } from '#testing/sign-in/people.ts'
import { aSsoProvider } from '#testing/sign-in/saml.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import { aSecuredClinic, makeSsoAccount, openSsoServices } from '#testing/sign-in/single-sign-on.ts'
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

const flip = (isEnabled: boolean, caller: Caller = clinic.admin.caller()) =>
  switchSsoProvider.call(test.services, caller, { providerId, isEnabled })
const offered = () => signInOrganizations.call(test.services, aVisitor(clinic), {})

it('removes the provider from the login page and signs out its users only', async () => {
  const staff = await aStaffMember(test.db, clinic)
  await makeSsoAccount(test.db, providerId, staff)
  await flip(false)
  expect(await offered()).toEqual({ organizations: [] })
  const sessions = await test.db.asOwner<{ user_id: string }>(
    'select user_id from auth.sessions where user_id = any ($1)',
    [[staff.userId, clinic.admin.userId]],
  )
  expect(sessions).toEqual([{ user_id: clinic.admin.userId }])
})

it('enables a paused provider again; both are audited', async () => {
  await flip(false)
  expect(await flip(true)).toMatchObject({ isEnabled: true })
  expect(await offered()).toMatchObject({ organizations: [{ id: providerId }] })
  const audits = await test.db.asOwner(
    'select action, actor_id from app.audit_log where subject_id = $1 order by id',
    [providerId],
  )
  expect(audits).toEqual([
    { action: 'sso_provider.disabled', actor_id: clinic.admin.userId },
    { action: 'sso_provider.enabled', actor_id: clinic.admin.userId },
  ])
})

it('alerts the other admins each time', async () => {
  const admin = await aStaffMember(test.db, clinic, { role: 'admin' })
  await flip(false)
  await flip(true)
  const alert = { kind: 'security_changed', patient_id: null }
  expect(await heardBy(test.db, admin)).toEqual([alert, alert])
})

it('refuses an admin with one step', async () => {
  const admin = await aStaffMember(test.db, clinic, { role: 'admin' })
  await expect(flip(false, admin.caller())).rejects.toMatchObject({ code: 'second_step_required' })
})

it('does not find another clinic’s provider', async () => {
  const other = await aSecuredClinic(test.db)
  await expect(flip(false, other.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
})
