import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { copyProgramExample } from './copy-program-example.ts'

const { test, clinic } = await setUpClinic()

const copy = (key: string) =>
  copyProgramExample.call(test.services, clinic.admin.caller(), { key }) as Promise<{ programId: string }>

// spec: B3 A sample program is copied with its four sessions
it('becomes a program with four unchecked drafts, once, also with two clicks', async () => {
  const [one, two] = await Promise.all([copy('sleep-optimization'), copy('sleep-optimization')])
  expect(one).toEqual(two)
  const items = await test.db.asOwner(
    `select i.status, i.is_unchecked_example from content_items i join program_sessions s on s.item_id = i.id
      where s.program_id = $1`,
    [one.programId],
  )
  expect(items).toEqual(Array(4).fill({ status: 'draft', is_unchecked_example: true }))
})

it('is refused for an unknown key', async () => {
  await expect(copy('astrology')).rejects.toMatchObject({ code: 'not_found' })
})
