import { expect, it } from 'vitest'
import { aContentItem } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { featureContent } from './feature-content.ts'

const { test, clinic } = await setUpClinic()

const feature = (itemId: string, isFeatured = true) =>
  featureContent.call(test.services, clinic.admin.caller(), { itemId, isFeatured })

it('shows patients a featured item once it is published, and may be repeated', async () => {
  const patient = await aPatient(test.db, clinic)
  const { itemId } = await aContentItem(test.db, clinic, { status: 'published' })
  const draft = await aContentItem(test.db, clinic)
  for (const id of [itemId, itemId, draft.itemId]) await feature(id)
  const featured = () =>
    test.services.transactions.withActor(patient.caller(), (tx) =>
      tx.selectFrom('content_items').select('id').where('is_featured', '=', true).execute(),
    )
  expect(await featured()).toEqual([{ id: itemId }])
  await feature(itemId, false)
  expect(await featured()).toEqual([])
  const trail = await test.db.asOwner('select action from app.audit_log where subject_id = $1 order by id', [
    itemId,
  ])
  expect(trail).toEqual([{ action: 'content.featured' }, { action: 'content.unfeatured' }])
})
