import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { shareLibrary } from './share-library.ts'

const { test, clinic } = await setUpClinic()
const other = await aClinic(test.db)

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
