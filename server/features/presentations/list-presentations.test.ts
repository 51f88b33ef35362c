import { expect, it } from 'vitest'
import type { PresentationObject } from '#domain/presentations/presentations.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aPresentation } from '#testing/presentations.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { listPresentations } from './list-presentations.ts'

const { test, clinic } = await setUpClinic()

const list = async (by: Caller) =>
  (await listPresentations.call(test.services, by, {})) as PresentationObject[]

it('lists each with the pictures of its first slide, in the specified shape', async () => {
  const patient = await aPatient(test.db, clinic)
  const drawn = await aPresentation(test.db, clinic, { title: 'Strong knees', pages: 2 })
  const written = await aPresentation(test.db, clinic, { title: 'Better sleep' })
  const draft = await aPresentation(test.db, clinic, { title: 'Not yet', status: 'draft' })
  const archived = await aPresentation(test.db, clinic, { title: 'No longer', status: 'archived' })
  const seen = await list(patient.caller())
  expect(seen.find(({ id }) => id === drawn.itemId)).toEqual({
    id: drawn.itemId,
    title: 'Strong knees',
    embedUrl: `/learn/${drawn.itemId}?slide=1`,
    thumbnailUrl: expect.stringMatching(/^\/files\/v1\/.+link=/),
    exportUrl: expect.stringMatching(/^\/files\/v1\/.+link=/),
    alternativeUrls: [expect.any(String), expect.any(String)],
    slideNumber: 1,
    slideCount: 2,
    isPublished: true,
  })
  expect(seen.find(({ id }) => id === written.itemId)).toMatchObject({
    thumbnailUrl: '',
    exportUrl: '',
    alternativeUrls: [],
    slideCount: 1,
  })
  const ids = seen.map(({ id }) => id)
  expect(ids).not.toContain(draft.itemId)
  expect(ids).not.toContain(archived.itemId)
  const team = (await list(clinic.admin.caller())).map(({ id }) => id)
  expect(team).toContain(draft.itemId)
  expect(team).not.toContain(archived.itemId)
})

it('omits another clinic’s', async () => {
  const other = await aClinic(test.db)
  await aPresentation(test.db, other)
  const { itemId } = await aPresentation(test.db, clinic)
  expect((await list(other.admin.caller())).map(({ id }) => id)).not.toContain(itemId)
})
