import { expect, it } from 'vitest'
import { aProgram } from '#testing/programs.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { deleteProgram } from './delete-program.ts'

const { test, clinic } = await setUpClinic()

it('is removed from the list, and can be restored', async () => {
  const { programId } = await aProgram(test.db, clinic)
  const listed = async () =>
    (
      await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
        tx.selectFrom('programs').select('id').execute(),
      )
    ).map(({ id }) => id)
  const remove = (isDeleted: boolean) =>
    deleteProgram.call(test.services, clinic.admin.caller(), { programId, isDeleted })
  await remove(true)
  await remove(true)
  expect(await listed()).not.toContain(programId)
  await remove(false)
  expect(await listed()).toContain(programId)
})
