import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { requireHealthDataAccess } from './health-data.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

it('requires the second step where the clinic does', async () => {
  const strict = await aClinic(db, { requiresMfa: true })
  const require = () => db.transactions.withActor(strict.admin.caller(), (tx) => requireHealthDataAccess(tx))
  await expect(require()).rejects.toMatchObject({ code: 'second_step_required' })
  await aSecondStep(db, strict.admin)
  await expect(require()).resolves.toBeUndefined()
})
