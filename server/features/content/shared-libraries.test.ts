import { expect, it } from 'vitest'
import type { SharedLibraries } from '#domain/content/sharing.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aContentItem } from '#testing/content.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aStaffMember } from '#testing/sign-in/people.ts'
import { shareLibrary } from './share-library.ts'
import { sharedLibraries } from './shared-libraries.ts'

const test = await setUpServices()

const seenBy = (by: Caller) => sharedLibraries.call(test.services, by, {}) as Promise<SharedLibraries>

it('lists published content of shared libraries only', async () => {
  const [ours, theirs, strangers] = [await aClinic(test.db), await aClinic(test.db), await aClinic(test.db)]
  const { itemId } = await aContentItem(test.db, theirs, { title: 'Strong knees', status: 'published' })
  await aContentItem(test.db, theirs, { status: 'draft' })
  await aContentItem(test.db, theirs, { status: 'archived' })
  await aContentItem(test.db, theirs, { status: 'published', isDeleted: true })
  await aContentItem(test.db, strangers, { status: 'published' })
  expect(await seenBy(ours.admin.caller())).toEqual({ sharedWith: [], libraries: [] })

  const input = { subdomain: ours.subdomain, isShared: true }
  await shareLibrary.call(test.services, theirs.admin.caller(), input)
  const staff = await aStaffMember(test.db, ours)
  expect((await seenBy(staff.caller())).libraries).toEqual([
    {
      clinicId: theirs.id,
      name: theirs.name,
      items: [{ itemId, type: 'article', title: 'Strong knees', category: 'Wellness', description: '' }],
    },
  ])
  expect(await seenBy(theirs.admin.caller())).toEqual({
    sharedWith: [{ subdomain: ours.subdomain, name: ours.name }],
    libraries: [],
  })
  const their = await aStaffMember(test.db, theirs)
  expect(await seenBy(their.caller())).toEqual({ sharedWith: [], libraries: [] })
})
