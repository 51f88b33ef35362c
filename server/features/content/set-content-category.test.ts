import { expect, it } from 'vitest'
import { aContentItem } from '#testing/content.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { setContentCategory } from './set-content-category.ts'

const { test, clinic } = await setUpClinic()

const set = (name: string, isOffered = true) =>
  setContentCategory.call(test.services, clinic.admin.caller(), { name, isOffered })
const own = async () =>
  (
    await test.db.asOwner<{ name: string }>('select name from content_categories where clinic_id = $1', [
      clinic.id,
    ])
  )
    .map(({ name }) => name)
    .sort()

it('adds a category once, whatever its case, and none of the common ones', async () => {
  expect(await set('Pregnancy')).toEqual({ name: 'Pregnancy' })
  expect(await set('PREGNANCY')).toEqual({ name: 'Pregnancy' })
  expect(await set('wellness')).toEqual({ name: 'Wellness' })
  await Promise.all([set('Diabetes'), set('Diabetes')])
  expect(await own()).toEqual(['Diabetes', 'Pregnancy'])
})

it('removes an unused category', async () => {
  await set('Asthma')
  const { itemId } = await aContentItem(test.db, clinic, { category: 'Asthma' })
  await expect(set('Asthma', false)).rejects.toMatchObject({ code: 'content_category_used' })
  await test.db.asOwner('update content_items set deleted_at = now() where id = $1', [itemId])
  await set('asthma', false)
  await set('asthma', false)
  expect(await own()).not.toContain('Asthma')
})
