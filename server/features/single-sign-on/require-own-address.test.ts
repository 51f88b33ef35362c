import { afterAll, expect, it } from 'vitest'
import { aClinic, aStaffMember } from '#testing/sign-in/people.ts'
import { aSsoProvider } from '#testing/sign-in/saml.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'
import { makeSsoAccount, openSsoServices } from '#testing/sign-in/single-sign-on.ts'
import { createClinicWithAdmin } from '../clinics/create-clinic-with-admin.ts'
import { joinClinic } from '../memberships/joining/join-clinic.ts'

const test = await openSsoServices()
afterAll(() => test.close())

it('a single sign-on account can neither join another clinic nor open one, and gets the reason', async () => {
  const [clinic, other] = [await aClinic(test.db), await aClinic(test.db)]
  const staff = await aStaffMember(test.db, clinic)
  await makeSsoAccount(test.db, await aSsoProvider(test, clinic, openTestIdp('northwind')), staff)
  const elsewhere = { code: 'single_sign_on_elsewhere', status: 403 }
  const join = joinClinic.call(test.services, staff.caller(other), { clinicId: other.id })
  await expect(join).rejects.toMatchObject(elsewhere)
  const wanted = { name: 'Clinic of my own', subdomain: 'clinic-of-my-own' }
  const open = createClinicWithAdmin.call(test.services, staff.caller(null), wanted)
  await expect(open).rejects.toMatchObject(elsewhere)
  await expect(
    joinClinic.call(test.services, staff.caller(), { clinicId: clinic.id }),
  ).resolves.toMatchObject({
    membership: { clinic_id: clinic.id, role: 'staff' },
  })
})
