import { expect, it } from 'vitest'
import { aContentItem } from '#testing/content.ts'
import { aPresentation } from '#testing/presentations.ts'
import { aProgram } from '#testing/programs.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { addToProgram } from './add-to-program.ts'

const { test, clinic } = await setUpClinic()

const add = (programId: string, itemId: string) =>
  addToProgram.call(test.services, clinic.admin.caller(), { programId, itemId })

it('becomes the last session, under its title', async () => {
  const { programId } = await aProgram(test.db, clinic)
  const { itemId } = await aContentItem(test.db, clinic, { title: 'Naps' })
  await add(programId, itemId)
  const sessions = await test.db.asOwner(
    'select position, title from program_sessions where program_id = $1 order by position',
    [programId],
  )
  expect(sessions.at(-1)).toEqual({ position: 2, title: 'Naps' })
})

it('a presentation becomes the slides of its session', async () => {
  const { programId } = await aProgram(test.db, clinic)
  const { itemId } = await aPresentation(test.db, clinic, { title: 'Knees' })
  await add(programId, itemId)
  const sessions = await test.db.asOwner(
    'select title, item_id, slides_item_id from program_sessions where program_id = $1 order by position',
    [programId],
  )
  expect(sessions.at(-1)).toEqual({ title: 'Knees', item_id: null, slides_item_id: itemId })
})

it('is refused for a full program and for another clinic’s content', async () => {
  const full = await aProgram(test.db, clinic, { sessions: 20 })
  const { itemId } = await aContentItem(test.db, clinic)
  await expect(add(full.programId, itemId)).rejects.toMatchObject({ code: 'program_full' })
  const { programId } = await aProgram(test.db, clinic)
  const theirs = await aContentItem(test.db, await aClinic(test.db))
  await expect(add(programId, theirs.itemId)).rejects.toMatchObject({ code: 'not_found' })
})
