import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aStaffMember } from '#testing/sign-in/people.ts'
import { createContent } from './create-content.ts'
import { setContentCategory } from './set-content-category.ts'

const { test, clinic } = await setUpClinic()

const draft = { title: 'Sleeping well', type: 'article', category: 'Wellness', description: 'Six habits.' }
const create = async (change: object = {}, by: Caller = clinic.admin.caller()) =>
  ((await createContent.call(test.services, by, { ...draft, ...change })) as { itemId: string }).itemId

it('creates an empty draft of its author, audited by id alone', async () => {
  const staff = await aStaffMember(test.db, clinic)
  const itemId = await create({}, staff.caller())
  const [item] = await test.db.asOwner(
    'select type, status, title, category, description, body, read_minutes, author_id, version from content_items where id = $1',
    [itemId],
  )
  expect(item).toEqual({
    ...draft,
    status: 'draft',
    body: { type: 'article', document: { type: 'doc', content: [{ type: 'paragraph' }] } },
    read_minutes: 1,
    author_id: staff.userId,
    version: 1,
  })
  const trail = await test.db.asOwner('select action, details from app.audit_log where subject_id = $1', [
    itemId,
  ])
  expect(trail).toEqual([{ action: 'content.created', details: {} }])
})

it('accepts a common category or the clinic’s own, and no other clinic’s', async () => {
  const other = await aClinic(test.db)
  await setContentCategory.call(test.services, other.admin.caller(), { name: 'Pregnancy', isOffered: true })
  await expect(create({ category: 'Pregnancy' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'category' }],
  })
  await expect(create({ category: 'Pregnancy' }, other.admin.caller())).resolves.toBeTypeOf('string')
})
