import { expect, it } from 'vitest'
import { aContentItem } from '#testing/content.ts'
import { aPresentation } from '#testing/presentations.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { startSlidesImport } from './start-slides-import.ts'

const { test, clinic } = await setUpClinic()

const address = 'https://docs.google.com/presentation/d/strong-knees-of-the-test/edit#slide=id.p'
const start = (itemId: string, changes: object = {}, services = test.services) =>
  startSlidesImport.call(services, clinic.admin.caller(), { itemId, address, ...changes })

it('asks Google for read access to presentations only, once', async () => {
  const { itemId } = await aPresentation(test.db, clinic)
  const { url } = (await start(itemId)) as { url: string }
  const asked = Object.fromEntries(new URL(url).searchParams)
  expect(asked).toMatchObject({
    response_type: 'code',
    scope: 'https://www.googleapis.com/auth/presentations.readonly',
    access_type: 'online',
    code_challenge_method: 'S256',
  })
  // sealed: the address reveals neither the member nor the presentation
  expect(Buffer.from(asked.state ?? '', 'base64url').toString('latin1')).not.toMatch(/strong-knees|clinic/)
})

it.each([
  'https://docs.google.com/presentation/d/e/published-to-the-web-0123/pub',
  'https://docs.google.com/document/d/strong-knees-of-the-test/edit',
  'https://example.org/presentation/d/strong-knees-of-the-test/edit',
  'strong knees',
])('refuses %s', async (wrong) => {
  const { itemId } = await aPresentation(test.db, clinic)
  await expect(start(itemId, { address: wrong })).rejects.toMatchObject({ code: 'invalid_input' })
})

it('is for presentations, and requires Google’s settings', async () => {
  const { itemId: article } = await aContentItem(test.db, clinic)
  await expect(start(article)).rejects.toMatchObject({ code: 'invalid_input' })
  const { itemId } = await aPresentation(test.db, clinic)
  const without = { ...test.services, googleSlides: null }
  await expect(start(itemId, {}, without)).rejects.toMatchObject({ code: 'slides_not_offered' })
})
