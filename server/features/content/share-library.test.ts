import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { shareLibrary } from './share-library.ts'

let test: TestServices
let clinic: TestClinic
let other: TestClinic
beforeAll(async () => {
  test = await openTestServices()
  clinic = await aClinic(test.db)
  other = await aClinic(test.db)
})
afterAll(() => test.close())

const share = (subdomain: string, isShared = true) =>
  shareLibrary.call(test.services, clinic.admin.caller(), { subdomain, isShared })
const shares = () =>
  test.db.asOwner('select with_clinic_id from content_library_shares where clinic_id = $1', [clinic.id])
const trail = () =>
  test.db.asOwner<{ action: string }>(
    "select action from audit_log where clinic_id = $1 and action like 'content.library%' order by id",
    [clinic.id],
  )

it('lets another clinic copy, and ends it, and may be repeated', async () => {
  await share(` ${other.subdomain.toUpperCase()} `)
  await share(other.subdomain)
  expect(await shares()).toEqual([{ with_clinic_id: other.id }])
  await share(other.subdomain, false)
  await share(other.subdomain, false)
  expect(await shares()).toEqual([])
  expect((await trail()).map(({ action }) => action)).toEqual([
    'content.library_shared',
    'content.library_unshared',
  ])
})

it.each(['no-clinic-here', ''])('refuses the address %j', async (subdomain) => {
  await expect(share(subdomain)).rejects.toMatchObject({ code: 'invalid_input' })
})

it('refuses the clinic’s own address', async () => {
  await expect(share(clinic.subdomain)).rejects.toMatchObject({ code: 'invalid_input' })
})
