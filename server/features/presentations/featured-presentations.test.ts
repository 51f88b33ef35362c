import { expect, it } from 'vitest'
import type { PresentationObject } from '#domain/presentations/presentations.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aPresentation } from '#testing/presentations.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { featuredPresentations } from './featured-presentations.ts'

const test = await setUpServices()

const featured = async (by: Caller) =>
  ((await featuredPresentations.call(test.services, by, {})) as PresentationObject[]).map(({ id }) => id)

it('returns published and featured presentations only', async () => {
  const clinic = await aClinic(test.db)
  expect(await featured(clinic.admin.caller())).toEqual([])
  const { itemId } = await aPresentation(test.db, clinic, { isFeatured: true })
  await aPresentation(test.db, clinic)
  await aPresentation(test.db, clinic, { isFeatured: true, status: 'draft' })
  await aPresentation(test.db, clinic, { isFeatured: true, status: 'archived' })
  expect(await featured(clinic.admin.caller())).toEqual([itemId])
  expect(await featured((await aPatient(test.db, clinic)).caller())).toEqual([itemId])
})
