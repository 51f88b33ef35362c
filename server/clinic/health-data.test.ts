import { expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { requireHealthDataAccess } from './health-data.ts'

const db = await setUpDatabase()

it('requires the second step where the clinic does', async () => {
  const strict = await aClinic(db, { requiresMfa: true })
  const require = () => db.transactions.withActor(strict.admin.caller(), (tx) => requireHealthDataAccess(tx))
  await expect(require()).rejects.toMatchObject({ code: 'second_step_required' })
  await aSecondStep(db, strict.admin)
  await expect(require()).resolves.toBeUndefined()
})
