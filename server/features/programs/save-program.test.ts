import { expect, it } from 'vitest'
import type { SaveProgram } from '#domain/programs/inputs.ts'
import { aContentItem } from '#testing/content.ts'
import { aProgram, aProgramForm } from '#testing/programs.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { saveProgram } from './save-program.ts'

const { test, clinic } = await setUpClinic()

const save = (changed: Partial<SaveProgram> = {}) =>
  saveProgram.call(test.services, clinic.admin.caller(), aProgramForm(changed)) as Promise<{
    programId: string
    version: number
  }>
const sessionsOf = (programId: string) =>
  test.db.asOwner<{ id: string; title: string }>(
    'select id, title from program_sessions where program_id = $1 and removed_at is null order by position',
    [programId],
  )
const aSession = (title: string, id: string | null = null) => ({
  ...{ id, title, description: '', itemId: null, slidesItemId: null },
})

it('stores sessions in order, moves them, and removes those left out', async () => {
  const { programId, version } = await save({
    sessions: ['One', 'Two', 'Three'].map((title) => aSession(title)),
  })
  const [one, two, three] = await sessionsOf(programId)
  const sessions = [aSession('Three', three?.id), aSession('One', one?.id), aSession('Four')]
  await save({ programId, version, sessions })
  expect((await sessionsOf(programId)).map(({ title }) => title)).toEqual(['Three', 'One', 'Four'])
  const [gone] = await test.db.asOwner<{ gone: boolean }>(
    'select removed_at is not null as gone from program_sessions where id = $1',
    [two?.id],
  )
  expect(gone).toEqual({ gone: true })
})

it('refuses a save on top of another member’s, in a second tab too', async () => {
  const { programId, version } = await save()
  const sessions = (await sessionsOf(programId)).map(({ id, title }) => aSession(title, id))
  await save({ programId, version, sessions })
  await expect(save({ programId, version, sessions })).rejects.toMatchObject({ code: 'changed_elsewhere' })
})

it('refuses another clinic’s content, plans and sessions', async () => {
  const other = await aClinic(test.db)
  const { itemId } = await aContentItem(test.db, other)
  const theirs = await aProgram(test.db, other)
  for (const changed of [
    { sessions: [{ ...aSession('One'), itemId }] },
    { sessions: [{ ...aSession('One'), slidesItemId: itemId }] },
    { planIds: [crypto.randomUUID()] },
  ])
    await expect(save(changed)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(save({ sessions: [aSession('One', theirs.sessionIds[0])] })).rejects.toMatchObject({
    code: 'changed_elsewhere',
  })
})
