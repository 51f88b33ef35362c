import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aProgram } from '#testing/programs.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { deleteProgram } from './delete-program.ts'

let test: TestServices
let clinic: TestClinic
beforeAll(async () => {
  test = await openTestServices()
  clinic = await aClinic(test.db)
})
afterAll(() => test.close())

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
